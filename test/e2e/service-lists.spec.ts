import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, maria, signIn, test } from './portal.ts'

/** Collects these services, notes something, and returns the path of the link that the screen tells. */
async function makeLink(page: Page, names: string[]) {
  for (const name of names) {
    await page.goto(`/directory?text=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Add to list: ${name}`, exact: true }).click()
    await expect(page.getByRole('button', { name: `Remove from list: ${name}`, exact: true })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Open the list' }).click()
  await page.getByLabel('Note for the person (optional)').first().fill('Ask for the side door')
  await page.getByRole('button', { name: 'Copy a link' }).click()
  const link = await page.getByLabel('Link to the list').inputValue()
  // The next test begins a list of its own.
  await page.request.post(`${page.url().replace('/lists/', '/api/serviceList/')}/finish`)
  return new URL(link).pathname
}

/** The page of a link on a phone without scripts. */
async function readOnPhone(browser: Browser, url: string) {
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
  const page = await phone.newPage()
  await page.goto(url)
  return page
}

test('DIR-07 a shared list is read and answered on a phone without scripts; its staff sees the answers', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, maria)
  const path = await makeLink(page, ['Weekly Food Pantry', 'Emergency Rent Help', 'Family Shelter', 'Eviction Defense'])
  const phone = await readOnPhone(browser, portal.url + path)
  await expect(phone.getByRole('heading', { level: 1, name: 'Places that may help you' })).toBeVisible()
  await expect(phone.getByText('Ask for the side door')).toBeVisible()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await phone.getByRole('button', { name: 'I got help here: Weekly Food Pantry' }).click()
  await expect(phone.getByRole('status')).toHaveText('Thank you. It is good to know that you got help.')
  await phone.getByRole('button', { name: 'This was wrong' }).click()
  await expect(phone).toHaveURL(/said=helped/)
  await phone.getByLabel('Which place?').selectOption('Emergency Rent Help')
  await phone.getByLabel('What was wrong?').selectOption('The hours')
  await phone.getByLabel('What is right? (optional)').fill('It closes at noon')
  await phone.getByRole('button', { name: 'This was wrong' }).click()
  await expect(phone.getByRole('status')).toContainText('We pass this on')
  await phone.getByRole('link', { name: 'Español' }).click()
  await expect(phone.getByRole('heading', { level: 1, name: 'Lugares que pueden ayudarle' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('article', { name: 'Weekly Food Pantry' })).toContainText('1 got help')
  await expect(page.getByRole('article', { name: 'Emergency Rent Help' })).toContainText('It closes at noon')
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ media: 'print' })
  const sheets = page.locator('[lang=en] > section')
  await expect(sheets).toHaveCount(2)
  for (const sheet of await sheets.all()) expect((await sheet.boundingBox())?.height).toBeLessThan(9.4 * 96)
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
})

test('DIR-07 the page of a link is accessible in light and dark', async ({ page, browser, portal }) => {
  await signIn(page, maria)
  const url = portal.url + (await makeLink(page, ['Sunday Table']))
  for (const colorScheme of ['light', 'dark'] as const) {
    // axe needs scripts; the page has none of its own.
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme })
    const read = await context.newPage()
    await read.goto(url)
    expect((await new AxeBuilder({ page: read }).analyze()).violations.map(({ id }) => id)).toEqual([])
    await read.goto(`${url}x`)
    expect((await new AxeBuilder({ page: read }).analyze()).violations.map(({ id }) => id)).toEqual([])
    await context.close()
  }
})
