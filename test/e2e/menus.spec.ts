import type { Page } from '@playwright/test'
import { admin, expect, expectAccessible, maria, otherThemes, signIn, support, test } from './portal.ts'

/** Opens the menu of a button by the keyboard: its first item has the focus, and Escape returns to the button. */
async function expectGoodMenu(page: Page, name: string | RegExp) {
  const button = page.getByRole('main').getByRole('button', { name }).first()
  await button.press('Enter')
  const items = page.getByRole('menu').getByRole('menuitem')
  await expect(items.first()).toBeFocused()
  await expectAccessible(page, otherThemes)
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(Math.min(1, (await items.count()) - 1))).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(button).toBeFocused()
}

test('PREF-06 ORG-07 the open menu that copies hours to other days is accessible', async ({ page }) => {
  await signIn(page, maria)
  await page.goto('/organization/listing')
  await page.getByRole('link', { name: /^Home Food Boxes/ }).press('Enter')
  const grid = page.getByRole('group', { name: 'Hours at Eastside Food Bank', exact: true })
  await grid.getByLabel('Tuesday: open or closed').focus()
  await page.keyboard.type('By')
  await expectGoodMenu(page, /^Copy Tuesday to other days/)
})

test('PREF-06 the open menu of views is accessible', async ({ page }) => {
  await signIn(page, support)
  await page.goto('/support/helpDesk')
  await expectGoodMenu(page, 'Views')
})

test('PREF-06 the open menu of a category is accessible', async ({ page }) => {
  await signIn(page, admin)
  await page.goto('/admin/categories')
  await expectGoodMenu(page, /^More for/)
})

test('PREF-06 INT-06 the open menu of intakes for a person is accessible', async ({ page, portal }) => {
  await signIn(page, maria)
  const headers = { origin: portal.url, 'sec-fetch-site': 'same-origin' }
  const data = { firstName: 'Menuda', lastName: 'Juniper' }
  const { id } = await (await page.request.post('/api/contact/', { data, headers })).json()
  await page.goto(`/people/${id}`)
  await expectGoodMenu(page, 'New intake')
})
