import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inWords,
  looks,
  maria,
  setLook,
  signIn,
  test,
} from './portal.ts'

const robin = 'robin@member.demo.hearthline.test'

test('DIR-01 a search by words, ZIP, distance, category and hours stands in the address bar and survives a reload', async ({
  page,
}) => {
  await signIn(page, maria)
  await page.goto('/directory')
  await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible()
  await page.getByLabel('What is needed').fill('food stamps')
  await page.getByLabel('Near ZIP code or town').fill('14206')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/text=food\+stamps.*near=14206|near=14206.*text=food\+stamps/)
  const card = page.getByRole('region', { name: 'SNAP and WIC Application Help' })
  await expect(card).toContainText('Eastside Food Bank')
  await expect(card).toContainText('0.1 miles away')
  await expect(card.getByRole('link', { name: /^Call 716-555/ })).toHaveAttribute('href', /^tel:7165550/)

  await page.getByRole('combobox', { name: 'Distance' }).click()
  await page.getByRole('option', { name: '2 miles' }).click()
  await expect(page).toHaveURL(/radius=2(&|$)/)
  await page.getByText('Free of charge').click()
  await expect(page).toHaveURL(/free=true/)
  await page.reload()
  await expect(page.getByLabel('What is needed')).toHaveValue('food stamps')
  await expect(page.getByRole('combobox', { name: 'Distance' })).toHaveValue('2 miles')
  await expect(page.getByRole('checkbox', { name: 'Free of charge' })).toBeChecked()
  await expect(card).toBeVisible()

  await page.goto('/directory')
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page
    .getByRole('option', { name: /Legal \(/ })
    .first()
    .click()
  await expect(page).toHaveURL(/category=/)
  await expect(page.getByRole('region', { name: 'Eviction Defense' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Weekly Food Pantry' })).toHaveCount(0)
  await page.goto('/directory?openNow=true')
  await expect(page.getByRole('region', { name: 'Family Shelter' })).toContainText('Open now')
})

test('DIR-01 shows more results on demand, keeping what is there', async ({ page }) => {
  await signIn(page, maria)
  await page.goto('/directory')
  await expect(page.getByText('20 services shown')).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText('40 services shown')).toBeVisible()
})

test('DIR-06 a search starts where the browser is, once its reader asks, and where several places have a name, at one', async ({
  page,
  context,
}) => {
  await signIn(page, maria)
  await page.goto('/directory')
  const here = page.getByRole('button', { name: 'Use my position' })
  await here.click()
  await expect(page.getByText('The browser did not say where it is. Write a ZIP code or a town.')).toBeVisible()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 42.8864, longitude: -78.8784 })
  const asked = page.waitForRequest(/searchStart\/nearest/)
  await here.click()
  expect(new URL((await asked).url()).search).toBe('?latitude=42.89&longitude=-78.88')
  await expect(page).toHaveURL(/near=142\d\d$/)
  await page.getByLabel('Near ZIP code or town').fill('Erie County')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: /Which one/ })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Erie County, PA' }).press('Enter')
  await expect(page).toHaveURL(/near=16\d{3}$/)
  await expect(page.locator('body')).not.toBeFocused()
})

test.describe('what went wrong', () => {
  test.use({ expectedErrors: [/status of 400/] })
  test('DIR-01 says what is wrong with a ZIP code, and offers a way out of an empty result', async ({ page }) => {
    await signIn(page, maria)
    await page.goto('/directory?near=00000')
    await expect(page.getByText('There is no such ZIP code.')).toBeVisible()
    const near = page.getByLabel('Near ZIP code or town')
    await near.fill('142')
    await near.press('Enter')
    await expect(page.getByText('Write the five digits of a ZIP code.')).toBeVisible()
    await near.fill('Nowhere at all')
    await near.press('Enter')
    await expect(page.getByText('No ZIP code, town or county has this name.')).toBeVisible()
    await page.goto('/directory?text=qqqqxz')
    await expect(page.getByText('Nothing fits all of this')).toBeVisible()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await expect(page.getByText('20 services shown')).toBeVisible()
  })
})

test('DIR-02 a service page says what, for whom, where, when and how, can be printed, and leads to a referral', async ({
  page,
}) => {
  await signIn(page, maria)
  await page.goto('/directory?text=rent')
  await page.getByRole('link', { name: 'Emergency Rent Help', exact: true }).click()
  await expect(page).toHaveURL(/\/directory\/service\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Emergency Rent Help' })).toBeVisible()
  for (const heading of [
    'What it is',
    'For whom',
    'How to apply',
    'What to bring',
    'Fees',
    'Waiting time',
    'Where and when',
    'About Harbor Housing',
  ])
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.getByText('12 Quay Street')).toBeVisible()
  await expect(page.getByText('Elevator')).toBeVisible()
  await expect(page.getByText('Last verified 10/28/2026')).toBeVisible()
  await expect(page.getByRole('row', { name: /Wednesday/ })).toContainText('9 AM – 5 PM')
  await expect(page.getByRole('link', { name: 'Refer someone' })).toHaveAttribute(
    'href',
    /^\/referrals\/new\?serviceId=[0-9a-f-]{36}$/,
  )
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByText('12 Quay Street')).toBeVisible()
})

test('DIR-04 DIR-09 flags what nobody has verified for a year', async ({ page }) => {
  await signIn(page, maria)
  await page.goto('/directory?text=caregivers+relief')
  await expect(page.getByRole('region', { name: 'Relief for Caregivers' })).toContainText('Not confirmed since')
  await page.getByRole('link', { name: 'Relief for Caregivers', exact: true }).click()
  await expect(
    page.getByText('Nobody has confirmed this for a long time. Call before you send somebody.'),
  ).toBeVisible()
})

test('DIR-02 a community member reads the directory without being offered to refer', async ({ page }) => {
  await signIn(page, robin)
  await page.goto('/directory?text=pantry')
  await expect(page.getByRole('region', { name: 'Weekly Food Pantry' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Refer someone/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Weekly Food Pantry', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Weekly Food Pantry' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Refer someone/ })).toHaveCount(0)
})

for (const look of looks)
  test(`DIR-01 the directory, a service and its organization are whole and accessible in ${inWords(look)}, at 360 px and 1280 px`, async ({
    page,
  }) => {
    await signIn(page, maria)
    await setLook(page, look)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/directory?near=14213')
      await expect(page.getByRole('region', { name: 'Primary Care' })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.getByRole('link', { name: 'Primary Care', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Primary Care' })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.locator('a[href^="/directory/organization/"]').click()
      await expect(page.getByRole('link', { name: 'Primary Care', exact: true })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  })
