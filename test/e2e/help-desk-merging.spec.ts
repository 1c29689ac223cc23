import { fileTicket, mergeInto, openList, press, rowOf, ticketDialog, visit } from './help-desk-steps.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Look,
  lee,
  maria,
  setLook,
  signIn,
  support,
  test,
} from './portal.ts'

const narrow = { width: 360, height: 800 }
const spanish: Look = { scheme: 'dark', contrast: 'standard', language: 'es' }

test('HD-06 HDV-06 D-HD-1 an agent finds duplicates and merges them with only the keyboard', async ({ page }) => {
  await signIn(page, lee)
  const far = (await fileTicket(page, 'The map of the directory stays gray for us')).ticketNumber
  await signIn(page, maria)
  const first = (await fileTicket(page, 'The map is gray since Monday')).ticketNumber
  const near = (await fileTicket(page, 'Again: no map in the directory')).ticketNumber
  await signIn(page, support)
  await openList(page)
  await page.getByRole('button', { name: `View ${first}` }).focus()
  await press(page, 'm')
  const dialog = page.getByRole('dialog', { name: 'Merge duplicates' })
  await expect(dialog.getByLabel('Find a ticket by its number')).toBeFocused()
  await expect(dialog.getByRole('button', { name: `Add ${near}` })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type(far.slice(-3))
  await expect(dialog.getByRole('button', { name: `Add ${far}` })).toBeVisible()
  await press(page, 'Enter')
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await page.keyboard.type(near)
  await expect(dialog.getByRole('button', { name: `Add ${near}` })).toBeVisible()
  await press(page, 'Enter')
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  // The oldest one is the target, until the reader selects another with the arrow keys.
  await expect(dialog.getByRole('radio', { name: far })).toBeChecked()
  await dialog.getByRole('radio', { name: far }).focus()
  await press(page, 'ArrowDown')
  await expect(dialog.getByRole('radio', { name: first })).toBeChecked()
  await expect(dialog.getByText(`The people of ${far} do not see ${first}`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Merge into ${first}` }).press('Enter')
  await expect(page.getByText(`2 tickets merged into ${first}.`)).toBeVisible()
  await expect(rowOf(page, near).first()).toContainText(`${first}: Open`)
})

test('HD-06 the reporter of a merged ticket writes in it, the agent reads it in the other and undoes the merge', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, maria)
  const first = await fileTicket(page, 'The map is gray since Monday')
  const far = await visit(browser, portal.url, lee)
  const merged = await fileTicket(far, 'The map of the directory stays gray for us')
  await signIn(page, support)
  await mergeInto(page, first, merged)

  await openList(far, `?view=${merged.id}`)
  const theirs = ticketDialog(far, merged.ticketNumber)
  await expect(theirs.getByText('Support works on this together with another request')).toBeVisible()
  await expect(theirs.getByText(first.ticketNumber)).toHaveCount(0)
  await expectAccessible(far)
  await theirs.getByRole('button', { name: 'Add Note' }).click()
  await far.getByRole('textbox', { name: 'Note' }).fill('Still gray here')
  await far.getByRole('dialog', { name: 'Add Note' }).getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByRole('cell', { name: 'Still gray here' })).toBeVisible()

  await openList(page, `?view=${first.id}`)
  const view = ticketDialog(page, first.ticketNumber)
  await expect(rowOf(view, 'Still gray here')).toContainText(`From ${merged.ticketNumber}`)
  await expect(view.getByText('The map of the directory stays gray for us')).toBeVisible()
  await expectAccessible(page)
  await view.getByRole('button', { name: `Open ${merged.ticketNumber}` }).press('Enter')
  const there = ticketDialog(page, merged.ticketNumber)
  await there.getByRole('button', { name: `Undo merge of ${merged.ticketNumber}` }).press('Enter')
  await expect(there.getByText(`Merged into ${first.ticketNumber}`, { exact: true })).toHaveCount(1)
  await expect(there.getByText(`No longer merged into ${first.ticketNumber}`)).toBeVisible()
  await expect(theirs.getByText('Support works on this together with another request')).toHaveCount(0)
  await far.context().close()
})

test('HD-06 a merged ticket is accessible to a colleague of its reporter, in Spanish at 360 px', async ({ page }) => {
  await signIn(page, maria)
  const first = await fileTicket(page, 'The map is gray since Monday')
  const near = await fileTicket(page, 'Again: no map in the directory')
  await signIn(page, support)
  await mergeInto(page, first, near)
  await signIn(page, maria)
  await setLook(page, spanish)
  await page.setViewportSize(narrow)
  await page.goto('/support/helpDesk')
  await page.getByRole('button', { name: new RegExp(`${near.ticketNumber}$`) }).click()
  await expect(page.locator('#ticket-merged')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('HD-06 HDV-06 selected tickets are merged from the list and undone, in Spanish at 360 px', async ({ page }) => {
  await signIn(page, maria)
  const first = (await fileTicket(page, 'The map is gray since Monday')).ticketNumber
  const near = (await fileTicket(page, 'Again: no map in the directory')).ticketNumber
  await signIn(page, support)
  await setLook(page, spanish)
  await page.setViewportSize(narrow)
  await page.goto('/support/helpDesk')
  for (const number of [first, near]) await page.getByRole('checkbox', { name: new RegExp(`${number}$`) }).check()
  await page.getByRole('button', { name: /^(Merge|Unir)$/ }).click()
  await expect(page.getByRole('radio')).toHaveCount(2)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page
    .getByRole('button', { name: new RegExp(`${first}$`) })
    .last()
    .click()
  await expect(page.getByText(`Se unió 1 solicitud a ${first}`)).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer', exact: true }).click()
  await expect(page.getByText('Se deshizo el cambio', { exact: true })).toBeVisible()
})
