import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSaved,
  inWords,
  looks,
  maria,
  setLook,
  signIn,
  test,
} from './portal.ts'

test.use({ portalOf: 'editing', expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

test('ORG-02 a food bank corrects its hours on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, maria)
  await page.goto('/organization/listing')
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: /^Weekly Food Pantry/ }).click()
  const grid = page.getByRole('group', { name: 'Hours at Eastside Food Bank', exact: true })
  await grid.getByLabel('Monday: open or closed').selectOption('Open')
  await grid.getByLabel('Monday from').fill('08:30')
  await grid.getByLabel('Monday until').fill('12:00')
  await expect(grid).toContainText('Monday 8:30 AM – 12 PM; Tuesday 10 AM – 6 PM')
  await expect(grid).toContainText('Lunes 8:30 a.m. – 12 p.m.; martes 10 a.m. – 6 p.m.')
  await expect(page.getByText('1 change not saved')).toBeInViewport()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  // What was typed survives a reload.
  await expectSaved(page, '08:30')
  await page.reload()
  await expect(grid.getByLabel('Monday from')).toHaveValue('08:30')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('It was not saved. What you typed is kept; please try again.')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'As the directory will show it' })
  await expect(preview.getByRole('row', { name: /^Monday.*8:30 AM – 12 PM$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. The directory shows it now.')).toBeVisible()

  await page.goto('/directory?text=weekly+food+pantry')
  await page.getByRole('link', { name: 'Weekly Food Pantry', exact: true }).click()
  const place = page.getByRole('region', { name: 'Eastside Food Bank', exact: true })
  await expect(place.getByRole('row', { name: /^Monday/ })).toHaveText(/8:30 AM – 12 PM$/)
})

test('ORG-07 hours are edited by keyboard alone', async ({ page }) => {
  await signIn(page, maria)
  await page.goto('/organization/listing')
  await page.getByRole('link', { name: /^Home Food Boxes/ }).press('Enter')
  const grid = page.getByRole('group', { name: 'Hours at Eastside Food Bank', exact: true })
  await grid.getByLabel('Tuesday: open or closed').focus()
  await page.keyboard.type('By')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Monday to Friday' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(grid).toContainText('Monday to Friday by appointment; Saturday to Sunday closed.')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Saved. The directory shows it now.')).toBeVisible()
})

for (const look of looks)
  test(`ORG-02 my organization, the editor and the history have no accessibility faults, ${inWords(look)}`, async ({
    page,
  }) => {
    await setLook(page, look)
    await signIn(page, maria)
    await page.goto('/organization/listing')
    await expectAccessible(page)
    await page.getByRole('link', { name: /^Nutrition and Cooking Class/ }).click()
    await page.getByRole('group').first().waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await page.goto(`${page.url()}/history`)
    await expectAccessible(page)
  })
