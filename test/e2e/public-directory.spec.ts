import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './portal.ts'

test('DIR-15 somebody finds help on a phone by keyboard alone, without an account and without scripts', async ({
  browser,
  portal,
}) => {
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
  const page = await phone.newPage()
  await page.goto(`${portal.url}/find`)
  await page.getByLabel('What do you need?').focus()
  await page.keyboard.type('groceries')
  await page.keyboard.press('Tab')
  await page.keyboard.type('14203')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Results' })).toBeInViewport()
  await page.getByRole('link', { name: 'Weekly Food Pantry' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Weekly Food Pantry' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Call 716-555/ }).first()).toHaveAttribute('href', /^tel:716555/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.getByRole('link', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { name: 'Dónde y cuándo' })).toBeVisible()
  const { pathname } = new URL(page.url())
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: 'English' })).toBeHidden()
  await phone.close()

  for (const [colorScheme, contrast] of [
    ['light', 'no-preference'],
    ['dark', 'more'],
  ] as const) {
    // axe needs scripts; the pages have none of their own.
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme, contrast })
    const read = await context.newPage()
    for (const path of ['/find?text=suicide+food&near=14203&free=true', '/find?near=00000', pathname]) {
      await read.goto(portal.url + path)
      expect(await read.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      expect((await new AxeBuilder({ page: read }).analyze()).violations.map(({ id }) => id)).toEqual([])
    }
    await context.close()
  }
})
