import type { Page } from '@playwright/test'
import { expect, maria, signIn, test } from './portal.ts'

const contrastOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.contrast)
/** The style of the line between two rows of the preferences. */
const dividerOf = (page: Page) =>
  page
    .locator('tbody + tbody tr:first-child > *')
    .first()
    .evaluate((cell) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(cell)
      return `${borderTopWidth} ${borderTopColor}`
    })

test('PREF-06 high contrast is chosen, remembered and changes the dividers; without a choice the system is followed', async ({
  page,
}) => {
  await signIn(page, maria)
  await page.goto('/myAccount/preferences')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await contrastOf(page)).toBe('standard')
  const standard = await dividerOf(page)

  // The system asks for it, in either of two ways, and nothing was selected yet.
  for (const system of [{ contrast: 'more' }, { forcedColors: 'active' }] as const) {
    await page.emulateMedia({ contrast: null, forcedColors: null, ...system })
    await page.reload()
    await expect.poll(() => contrastOf(page)).toBe('more')
  }
  await page.emulateMedia({ contrast: null, forcedColors: null })
  await page.reload()
  await expect.poll(() => contrastOf(page)).toBe('standard')

  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByLabel('High contrast').check()
  await expect.poll(() => contrastOf(page)).toBe('more')
  expect(await dividerOf(page)).not.toBe(standard)

  // The selection persists after a reload, on other screens, and against the system's setting.
  await page.emulateMedia({ contrast: 'no-preference' })
  await page.goto('/home')
  await expect.poll(() => contrastOf(page)).toBe('more')
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByLabel('High contrast').uncheck()
  await page.emulateMedia({ contrast: 'more' })
  await page.reload()
  await expect.poll(() => contrastOf(page)).toBe('standard')
})
