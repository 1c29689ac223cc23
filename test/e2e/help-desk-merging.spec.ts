import type { Browser, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  lee,
  looks,
  maria,
  setLook,
  signIn,
  support,
  test,
} from './portal.ts'

const row = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number })
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

/** A new ticket of the signed-in person. @returns its number */
const report = (page: Page, description: string) =>
  page.evaluate(async (text) => {
    const given = { supportRequestType: 'Bug', priority: 'Low', clearedCache: 'Yes', description: text }
    const answer = await fetch('/api/supportPortal/supportRequest/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(given),
    })
    return (await answer.json()).ticketNumber as string
  }, description)

async function visit(browser: Browser, url: string, email: string) {
  const page = await (await browser.newContext({ baseURL: url })).newPage()
  await signIn(page, email)
  return page
}

test('HD-06 HDV-06 an agent merges duplicates by keyboard and undoes it; reporters see only their own ticket', async ({
  page,
  browser,
  portal,
}) => {
  test.setTimeout(180_000)
  const far = await visit(browser, portal.url, lee)
  const farNumber = await report(far, 'The map of the directory stays grey for us')
  const near = await visit(browser, portal.url, maria)
  const firstNumber = await report(near, 'The map is grey since Monday')
  const nearNumber = await report(near, 'Again: no map in the directory')

  await signIn(page, support)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/support/helpDesk')
  await expect(row(page, nearNumber)).toBeVisible()
  await page.getByRole('button', { name: `View ${firstNumber}` }).focus()
  await press(page, 'm')
  const dialog = page.getByRole('dialog', { name: 'Merge duplicates' })
  await expect(dialog.getByLabel('Find a ticket by its number')).toBeFocused()
  await expect(dialog.getByRole('button', { name: `Add ${nearNumber}` })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type(farNumber.slice(-3))
  await expect(dialog.getByRole('button', { name: `Add ${farNumber}` })).toBeVisible()
  await press(page, 'Enter')
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await page.keyboard.type(nearNumber)
  await expect(dialog.getByRole('button', { name: `Add ${nearNumber}` })).toBeVisible()
  await press(page, 'Enter')
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  // The oldest one is the target, until the reader selects another with the arrow keys.
  await expect(dialog.getByRole('radio', { name: farNumber })).toBeChecked()
  await dialog.getByRole('radio', { name: farNumber }).focus()
  await press(page, 'ArrowDown')
  await expect(dialog.getByRole('radio', { name: firstNumber })).toBeChecked()
  await expect(dialog.getByText(`The people of ${farNumber} do not see ${firstNumber}`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Merge into ${firstNumber}` }).press('Enter')
  await expect(page.getByText(`2 tickets merged into ${firstNumber}.`)).toBeVisible()
  await expect(row(page, nearNumber).first()).toContainText(`${firstNumber}: Open`)

  // The reporter of another organization sees its status, and nothing of the other ticket.
  await far.goto('/support/helpDesk')
  await expect(row(far, farNumber)).toContainText('Now: Open')
  await far.getByRole('button', { name: `View ${farNumber}` }).click()
  const theirs = far.getByRole('dialog', { name: farNumber })
  await expect(theirs.getByText('Support works on this together with another request')).toBeVisible()
  await expect(theirs.getByText(firstNumber)).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expectAccessible(far)
  await theirs.getByRole('button', { name: 'Add Note' }).click()
  await far.getByRole('textbox', { name: 'Note' }).fill('Still grey here')
  await far.getByRole('dialog', { name: 'Add Note' }).getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByRole('cell', { name: 'Still grey here' })).toBeVisible()

  // The agent reads it with the target ticket; in every look, wide and narrow.
  await page.getByRole('button', { name: `View ${firstNumber}` }).click()
  const view = page.getByRole('dialog', { name: firstNumber })
  await expect(view.getByRole('row').filter({ hasText: 'Still grey here' })).toContainText(`From ${farNumber}`)
  await expect(view.getByText('The map of the directory stays grey for us')).toBeVisible()
  await expectAccessible(page)
  const address = page.url()

  // The colleague sees both, and is led from one to the other.
  await near.goto('/support/helpDesk')
  await near.getByRole('button', { name: `View ${nearNumber}` }).click()
  const mine = near.getByRole('dialog', { name: nearNumber })
  await expect(mine.getByRole('button', { name: 'Add Note' })).toHaveCount(0)
  await mine.getByRole('button', { name: `Open ${firstNumber}` }).click()
  const led = near.getByRole('dialog', { name: firstNumber })
  await expect(led.getByText('Again: no map in the directory')).toBeVisible()
  await expect(led.getByText(farNumber)).toHaveCount(0)
  for (const look of looks.slice(1)) {
    await setLook(near, look)
    await near.setViewportSize({ width: 360, height: 800 })
    await near.goto('/support/helpDesk')
    await near.getByRole('button', { name: new RegExp(`${nearNumber}$`) }).click()
    await expect(near.locator('#ticket-merged')).toBeVisible()
    await expectAccessible(near)
    await expectNoSidewaysScroll(near)
  }

  // Undone from the target ticket, and from the merged one.
  await view.getByRole('button', { name: `Undo merge of ${nearNumber}` }).press('Enter')
  await expect(view.getByRole('button', { name: `Undo merge of ${nearNumber}` })).toHaveCount(0)
  await expect(view.getByRole('table').getByText('Again: no map in the directory')).toHaveCount(0)
  await view.getByRole('button', { name: `Open ${farNumber}` }).press('Enter')
  const merged = page.getByRole('dialog', { name: farNumber })
  await merged.getByRole('button', { name: `Undo merge of ${farNumber}` }).press('Enter')
  await expect(merged.getByText(`Merged into ${firstNumber}`, { exact: true })).toHaveCount(1)
  await expect(merged.getByText(`No longer merged into ${firstNumber}`)).toBeVisible()
  await expect(theirs.getByText('Support works on this together with another request')).toHaveCount(0)

  // From the list: selected rows, on a phone, and undone immediately.
  await page.setViewportSize({ width: 360, height: 800 })
  for (const look of looks.slice(1)) {
    await setLook(page, look)
    await page.goto(new URL(address).pathname)
    for (const number of [firstNumber, nearNumber])
      await page.getByRole('checkbox', { name: new RegExp(`${number}$`) }).check()
    await page.getByRole('button', { name: /^(Merge|Unir)$/ }).click()
    await expect(page.getByRole('radio')).toHaveCount(2)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page
      .getByRole('button', { name: new RegExp(`${firstNumber}$`) })
      .last()
      .click()
    await expect(page.getByText(new RegExp(`(merged into|Se unió 1 solicitud a) ${firstNumber}`))).toBeVisible()
    await page.getByRole('button', { name: /^(Undo|Deshacer)$/ }).click()
    await expect(page.getByText(/^(Undone|Se deshizo el cambio)$/)).toBeVisible()
  }
  await near.context().close()
  await far.context().close()
})
