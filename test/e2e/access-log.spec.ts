import type { Page } from '@playwright/test'
import {
  admin,
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

const shot = (page: Page, name: string) =>
  process.env.SHOTS
    ? page.screenshot({ path: `${process.env.SHOTS}/access-log-${name}.png`, fullPage: true })
    : undefined
const member = 'robin@member.demo.hearthline.test'

test('F-11 D-SEE-2 an admin sees who saw a person, with lists on request, and downloads the accounting', async ({
  page,
}) => {
  await signIn(page, maria)
  await page.goto('/people')
  await page.getByRole('row').getByRole('link').first().click()
  await page.locator('details:has(#person-rights) > summary').press('Enter')
  await page.getByRole('link', { name: 'Who saw this person' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Who saw this person' })).toBeVisible()
  await expect(page.getByText('Opened the record').first()).toBeVisible()
  await expect(page.getByText('Saw them in a list of people')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Also show lists' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Saw them in a list of people').first()).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download (CSV)' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('access-log.csv')
})

test('F-11 D-SEE-2 a platform admin reads the log of the network; a member finds their own record', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, admin)
  await page.getByRole('link', { name: 'Access log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Access log' })).toBeVisible()
  await page.getByRole('main').getByRole('list').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Who saw this person' })).toBeVisible()
  const other = await browser.newPage({ baseURL: portal.url })
  await signIn(other, member)
  await other.goto('/myAccount/myRecord')
  await expect(other.getByRole('heading', { level: 1, name: 'Who saw my record' })).toBeVisible()
  await expectAccessible(other)
  await shot(other, 'mine')
  await other.close()
})

for (const look of looks)
  test(`F-11 D-SEE-2 the access log is accessible in ${inWords(look)}, at 360 px and 1280 px`, async ({ page }) => {
    await signIn(page, maria)
    await page.goto('/people')
    const address = await page.locator('a[href^="/people/"]:not([href$="/new"])').first().getAttribute('href')
    await page.goto(address ?? '')
    await setLook(page, look)
    await page.goto(`${address}/accessLog`)
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: page.locator('time') })
        .first(),
    ).toBeVisible()
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await shot(page, `${look.language}-${look.scheme}-${width}`)
    }
  })
