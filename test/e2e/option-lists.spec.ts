import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, maria, otherThemes, signIn, test } from './portal.ts'

/** Expects that the open list scrolls, lies within the window, and that nothing covers it or cuts it off. */
async function expectWhole(list: Locator) {
  const found = await list.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const corners = [
      [left + 8, top + 8],
      [right - 8, top + 8],
      [left + 8, bottom - 8],
      [right - 8, bottom - 8],
    ] as [number, number][]
    return {
      scrolls: element.scrollHeight > element.clientHeight,
      isSeen: corners.map((corner) => element.contains(document.elementFromPoint(...corner))),
    }
  })
  expect(found).toEqual({ scrolls: true, isSeen: [true, true, true, true] })
}

/** Expects the same of the only list that is open, and that the Tab key leaves it for the next control. */
async function expectGoodList(page: Page) {
  const list = page.getByRole('listbox')
  await expect(list.getByRole('option').first()).toBeVisible()
  await expectWhole(list)
  await expectAccessible(page, otherThemes)
  await page.keyboard.press('Tab')
  await expect(list).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.matches('a, button, input, textarea'))).toBe(true)
}

test('PREF-06 REF-01 the open list of a search for people is accessible', async ({ page, portal }) => {
  await signIn(page, maria)
  const headers = { origin: portal.url, 'sec-fetch-site': 'same-origin' }
  for (const lastName of ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gum', 'Hazel'])
    await page.request.post('/api/contact/', { data: { firstName: 'Listina', lastName }, headers })
  await page.goto('/referrals/new')
  await page.getByRole('combobox', { name: 'Person' }).fill('listina')
  await expect(page.getByRole('option', { name: /^Listina/ })).toHaveCount(8)
  await expectGoodList(page)
})

test('PREF-06 DIR-01 the open list of the languages of services is accessible', async ({ page }) => {
  await signIn(page, maria)
  await page.goto('/directory')
  const field = page.getByRole('combobox', { name: 'Language spoken' })
  await field.click()
  await expectGoodList(page)
})

test('PREF-06 INT-03 the open list of needs in a dialog is accessible', async ({ page, portal }) => {
  await signIn(page, maria)
  const headers = { origin: portal.url, 'sec-fetch-site': 'same-origin' }
  const data = { firstName: 'Listina', lastName: 'Juniper' }
  const { id } = await (await page.request.post('/api/contact/', { data, headers })).json()
  await page.goto(`/people/${id}`)
  await page.getByRole('button', { name: 'Record consent' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: /^For these needs/ }).click()
  await expectGoodList(page)
  await dialog.getByRole('combobox', { name: /^For these needs/ }).press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option').last()).toBeInViewport()
})

test('PREF-06 REG-05 the open list of organizations is accessible to visitors', async ({ page }) => {
  await page.goto('/registration/organization')
  await page.getByRole('button', { name: 'Organization Information' }).click()
  const field = page.getByRole('combobox', { name: /^Organization/ })
  await field.fill('Har')
  await expect(page.getByRole('option', { name: /^Harbor/ }).first()).toBeVisible()
  await expectAccessible(page, otherThemes)
})
