import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { fileTicket, openList, press, rowOf, ticketDialog, visit } from './help-desk-steps.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inWords,
  lee,
  looks,
  maria,
  setLook,
  signIn,
  support,
  test,
} from './portal.ts'

/** Files tickets, and shows the agent a list of these alone, the newest first. */
async function openOwn(page: Page, count: number) {
  const word = `q${randomUUID().slice(0, 8)}`
  await signIn(page, lee)
  const filed: string[] = []
  for (let n = 0; n < count; n++) filed.unshift((await fileTicket(page, `The map is gray: ${word}`)).ticketNumber)
  await signIn(page, support)
  await openList(page, `?keyword=${word}`)
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveText(filed)
  return { word, filed }
}
const view = (page: Page, number = '') => page.getByRole('button', { name: `View ${number}` })

test('HD-03 D-HD-1 every ticket can be opened without scrolling sideways, and no shortcut acts while one types', async ({
  page,
}) => {
  const { filed } = await openOwn(page, 1)
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', /\d+/)
  const box = await view(page, filed[0]).boundingBox()
  expect((box?.x ?? 9999) + (box?.width ?? 0)).toBeLessThanOrEqual(1280)
  await expectNoSidewaysScroll(page)

  const search = page.getByLabel('Search by ticket number')
  await press(page, '/')
  await expect(search).toBeFocused()
  await press(page, 'Control+A', 'n', 'j', '?')
  await expect(search).toHaveValue('nj?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('HD-04 HDV-06 D-HD-1 an agent selects tickets, changes their status and undoes it with only the keyboard', async ({
  page,
}) => {
  const { filed } = await openOwn(page, 3)
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'j')
  await expect(view(page, filed[0])).toBeFocused()
  await press(page, 'x', 'j', 'j', 'Shift+X')
  await expect(page.getByRole('region', { name: '3 tickets selected' })).toBeVisible()
  await press(page, 's')
  await expect(page.getByRole('dialog', { name: 'Change the status of 3 tickets' })).toBeVisible()
  await page.keyboard.type('backlog')
  await press(page, 'Enter')
  await expect(page.getByText('3 tickets changed.')).toBeVisible()
  for (const number of filed) await expect(rowOf(page, number)).toContainText('Added to Backlog')
  await expectAccessible(page)
  await press(page, 'u')
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  for (const number of filed) await expect(rowOf(page, number)).toContainText('Open')
})

test('HD-04 D-HD-1 an agent takes a ticket, and saves and opens a view with only the keyboard', async ({ page }) => {
  const { word, filed } = await openOwn(page, 2)
  await view(page, filed[0]).focus()
  await press(page, 'a')
  await expect(page.getByRole('dialog', { name: 'Assign 1 ticket' })).toBeVisible()
  await page.keyboard.type('me')
  await press(page, 'Enter')
  await expect(rowOf(page, filed[0] ?? '')).toContainText('Assigned To')
  await page.getByRole('button', { name: /^Assigned to me 1/ }).press('Enter')
  await expect(page).toHaveURL(/assignee=me/)
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveText(filed.slice(0, 1))

  await page.getByRole('button', { name: 'Views', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Save this view' }).press('Enter')
  await page.getByLabel('Name').fill(`My ${word}`)
  await press(page, 'Enter')
  await expect(page.getByText('The view is saved.')).toBeVisible()
  await openList(page)
  await page.getByRole('button', { name: 'Views', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: `My ${word}`, exact: true }).press('Enter')
  await expect(page).toHaveURL(/assignee=me/)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await press(page, 'j', 'o')
  await expect(ticketDialog(page, filed[0])).toBeVisible()
})

test('HDV-01 D-HD-1 an agent sees that the reporter looks at a ticket, writes and leaves, and is not seen', async ({
  page,
  browser,
  portal,
}) => {
  const other = await visit(browser, portal.url, maria)
  const { id } = await fileTicket(other, 'The list stays empty')
  await signIn(page, support)
  await openList(page, `?view=${id}`)
  await openList(other, `?view=${id}`)
  await expect(ticketDialog(page).getByText('Maria Delgado is looking at this ticket too')).toBeVisible()
  await ticketDialog(other).getByRole('button', { name: 'Add Note' }).click()
  await expect(ticketDialog(page).getByText('Maria Delgado is writing')).toBeVisible()
  await expect(ticketDialog(other).getByText(/is looking|is writing/)).toHaveCount(0)
  // As if the tab were closed: nothing of the page is left to act.
  await other.goto('about:blank')
  await expect(ticketDialog(page).getByText(/Maria Delgado is (looking|writing)/)).toHaveCount(0)
  await other.context().close()
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
