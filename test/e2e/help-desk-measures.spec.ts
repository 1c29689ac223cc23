import {
  admin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  looks,
  maria,
  setLook,
  signIn,
  test,
} from './portal.ts'

// One of its steps is a period that the server refuses.
test.use({ expectedErrors: [/status of 400/] })

const shots = process.env.SHOTS

test('an admin sees response times as charts and tables, narrows them, and sets the working hours', async ({
  page,
}) => {
  await signIn(page, admin)
  await page.goto('/support/helpDesk')
  await page.getByRole('link', { name: 'Response times' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Response times')
  await expect(page.getByRole('navigation', { name: 'Support' }).getByRole('link')).toHaveCount(1)

  const byType = page.getByRole('region', { name: 'By type' })
  await expect(byType.getByRole('img', { name: /^Until the first answer, by type/ })).toBeVisible()
  // The same labels appear next to the bars and in the table.
  const other = byType.getByRole('row', { name: /^Other/ })
  await page.getByText('all hours', { exact: true }).click()
  await expect(page).toHaveURL(/clock=all/)
  await expect(other.getByRole('cell').nth(1)).toHaveText('4 h')
  await expect(byType.locator('svg text', { hasText: /^4\sh$/ }).first()).toBeVisible()
  await expect(byType.getByRole('row', { name: /^Accessibility/ })).toContainText('1 (oldest 9 d')

  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.getByRole('combobox', { name: 'Organization' }).fill('food')
  await page.getByRole('option', { name: 'Eastside Food Bank' }).click()
  await filters.getByRole('textbox', { name: 'Submitted until' }).fill('01012020')
  await filters.getByRole('button', { name: 'Show' }).press('Enter')
  await expect(filters.getByText('This is before the first day.')).toBeVisible()
  await filters.getByRole('textbox', { name: 'Submitted until' }).fill('')
  await filters.getByRole('button', { name: 'Show' }).press('Enter')
  await expect(page.getByText(/^Tickets of Eastside Food Bank submitted from/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'By organization' }).getByRole('row')).toHaveCount(3)
  await page.reload()
  await expect(page.getByText(/^Tickets of Eastside Food Bank submitted from/)).toBeVisible()

  await page.getByRole('button', { name: 'Change working hours' }).click()
  const dialog = page.getByRole('dialog', { name: 'Working hours' })
  await dialog.getByLabel('Closes at').fill('08:00')
  await dialog.getByRole('checkbox', { name: 'Saturday' }).press('Space')
  await dialog.getByRole('textbox', { name: 'A day without work' }).fill('12/24/2026')
  await dialog.getByRole('button', { name: 'Add' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Remove 12/24/2026' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog.getByText('This must be later than the opening.')).toBeVisible()
  await expectAccessible(page)
  if (shots) await page.screenshot({ path: `${shots}/dialog.png` })
  await dialog.getByLabel('Closes at').fill('18:30')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Mon–Sat, 9:00 AM to 6:30 PM (America/New York)')).toBeVisible()
})

test('the response times are whole and accessible in every look, at 1280 px and 360 px, also with nothing in them', async ({
  page,
  browser,
}) => {
  await signIn(page, maria)
  const storageState = await page.context().storageState()
  const baseURL = new URL(page.url()).origin
  for (const look of looks) {
    const context = await browser.newContext({ storageState, baseURL })
    const its = await context.newPage()
    await setLook(its, look)
    await its.goto('/support/measures')
    for (const width of [1280, 360]) {
      await its.setViewportSize({ width, height: 800 })
      await expect(its.getByRole('img', { name: /^(Until|Hasta) / })).toHaveCount(4)
      await expectAccessible(its)
      await expectNoSidewaysScroll(its)
      const isWithin = await its
        .locator('section table')
        .evaluateAll((all) => all.every((table) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0)))
      expect(isWithin).toBe(true)
      const { language, scheme, contrast } = look
      if (shots)
        await its.screenshot({ path: `${shots}/${language}-${scheme}-${contrast}-${width}.png`, fullPage: true })
    }
    await context.close()
  }
  await page.goto('/support/measures?startDate=2020-01-01&endDate=2020-02-01')
  await expect(page.getByText('No tickets in this period')).toBeVisible()
  await expectAccessible(page)
})
