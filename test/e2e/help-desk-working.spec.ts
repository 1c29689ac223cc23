import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inWords,
  looks,
  maria,
  setLook,
  signIn,
  support,
  test,
} from './portal.ts'

// The first test requires that the demo's tickets are the newest.
test.use({ portalOf: 'working' })
const openList = async (page: Page, query = '') => {
  await page.goto(`/support/helpDesk${query}`)
  await expect(page.getByRole('table')).toBeVisible()
}
const row = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number })

test('HD-03 HD-04 HDV-06 D-HD-1 an agent works through the list with only the keyboard', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, support)
  await page.setViewportSize({ width: 1280, height: 800 })
  await openList(page)
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', /\d+/)
  // The View action is visible without horizontal scrolling.
  const view = page.getByRole('button', { name: 'View HD-000007' })
  const box = await view.boundingBox()
  expect((box?.x ?? 9999) + (box?.width ?? 0)).toBeLessThanOrEqual(1280)
  await expectNoSidewaysScroll(page)

  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  await press('?')
  const card = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(card.getByText('Next or previous ticket')).toBeVisible()
  await expectAccessible(page)
  await press('Escape')
  await expect(card).toBeHidden()

  // Shortcuts do nothing while the person types.
  await press('/')
  await expect(page.getByLabel('Search by ticket number')).toBeFocused()
  await press('n', 'j', '?')
  await expect(page.getByLabel('Search by ticket number')).toHaveValue('nj?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (let i = 0; i < 3; i++) await press('Backspace')
  await expect(row(page, 'HD-000007')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()

  await press('j')
  await expect(view).toBeFocused()
  await press('x', 'j', 'j', 'Shift+X')
  const chosen = page.getByRole('region', { name: '3 tickets selected' })
  await expect(chosen).toBeVisible()
  await press('s')
  const status = page.getByRole('dialog', { name: 'Change the status of 3 tickets' })
  await expect(status).toBeVisible()
  await page.keyboard.type('backlog')
  await press('Enter')
  await expect(page.getByText('3 tickets changed.')).toBeVisible()
  for (const number of ['HD-000007', 'HD-000006', 'HD-000005'])
    await expect(row(page, number)).toContainText('Added to Backlog')
  await expectAccessible(page)
  await press('u')
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(row(page, 'HD-000007')).toContainText('Open')

  await view.focus()
  await press('a')
  await expect(page.getByRole('dialog', { name: /^Assign \d ticket/ })).toBeVisible()
  await page.keyboard.type('me')
  await press('Enter')
  await expect(row(page, 'HD-000007')).toContainText('Assigned To')
  await page.getByRole('button', { name: /^Assigned to me 1/ }).press('Enter')
  await expect(page).toHaveURL(/assignee=me/)
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveText(['HD-000007'])

  await page.getByRole('button', { name: 'Views', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Save this view' }).press('Enter')
  await page.getByLabel('Name').fill('My work')
  await press('Enter')
  await expect(page.getByText('The view is saved.')).toBeVisible()
  await openList(page)
  await page.getByRole('button', { name: 'Views', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'My work', exact: true }).press('Enter')
  await expect(page).toHaveURL(/assignee=me/)

  await expect(page.getByRole('menu')).toHaveCount(0)
  // Two people on one ticket: each agent sees the reporter, the reporter sees no agent.
  await press('j', 'o')
  const dialog = page.getByRole('dialog', { name: 'HD-000007' })
  await expect(dialog).toBeVisible()
  const context = await browser.newContext({ baseURL: portal.url })
  const other = await context.newPage()
  await signIn(other, maria)
  await other.goto(page.url())
  const theirs = other.getByRole('dialog', { name: 'HD-000007' })
  await expect(dialog.getByText('Maria Delgado is looking at this ticket too')).toBeVisible()
  await theirs.getByRole('button', { name: 'Add Note' }).click()
  await expect(dialog.getByText('Maria Delgado is writing')).toBeVisible()
  await expect(theirs.getByText(/is looking|is writing/)).toHaveCount(0)
  await context.close()
  await expect(dialog.getByText(/Maria Delgado is (looking|writing)/)).toHaveCount(0, { timeout: 60_000 })
})

for (const look of looks)
  test(`HD-01 working on tickets is accessible in ${inWords(look)}, at 1280 px and 360 px`, async ({ page }) => {
    await signIn(page, support)
    await setLook(page, look)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await openList(page)
      await page
        .getByRole('checkbox')
        .nth(width === 1280 ? 1 : 0)
        .check()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog').getByRole('switch')).toBeVisible()
      await expectAccessible(page)
    }
  })
