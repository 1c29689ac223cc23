import { makeImage } from '../images.ts'
import { choose, fileTicket, openList, rowOf, ticketDialog, visit } from './help-desk-steps.ts'
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

test('HDN-01 HDN-03 the form of a new ticket is closed by its own buttons alone, and leads to what is missing', async ({
  page,
}) => {
  await signIn(page, maria)
  await openList(page)
  await page.getByRole('button', { name: 'New Support Request' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Support Request' })
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(1000)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('combobox', { name: /Ticket Type/ })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('HDN-05 HDN-06 HDV-02 chosen files are screenshots of the new ticket, and each wrong one says why', async ({
  page,
}) => {
  await signIn(page, maria)
  await openList(page)
  await page.getByRole('button', { name: 'New Support Request' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Support Request' })
  await choose(page, /Ticket Type/, 'Bug')
  await choose(page, /Priority/, 'Medium')
  await choose(page, /Have you cleared your cache/, 'Yes')
  const description = `The intake form stays gray ${Date.now()}`
  await dialog.getByLabel(/^Description/).fill(description)
  const good = { name: 'gray.png', mimeType: 'image/png', buffer: await makeImage() }
  const damaged = { name: 'torn.png', mimeType: 'image/png', buffer: good.buffer.subarray(0, 40) }
  const wrong = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }
  const large = { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * 1024 * 1024 + 1) }
  await dialog.locator('input[type=file]').setInputFiles([good, damaged, wrong, large])
  await expect(dialog.getByText('torn.png is damaged and cannot be opened.')).toBeVisible()
  await expect(dialog.getByText('notes.txt is not an image of the kinds .jpg, .jpeg or .png.')).toBeVisible()
  await expect(dialog.getByText('huge.png is larger than 2 MB.')).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'Screenshots' }).getByRole('listitem')).toHaveText([/gray\.png/])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, description)).toHaveCount(1)

  await rowOf(page, description)
    .getByRole('button', { name: /^View HD-/ })
    .click()
  const link = ticketDialog(page).getByRole('link', { name: /View Screenshot: gray\.png/ })
  const picture = await page.request.get((await link.getAttribute('href')) ?? '')
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
})

test('HDV-01 HDV-03 NOTE-01 a note with a screenshot appears in the open dialog of whoever filed the ticket', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, maria)
  const { id } = await fileTicket(page, 'The map stays gray')
  await openList(page, `?view=${id}`)
  const view = ticketDialog(page)
  await expect(view.getByLabel('Receive Email Updates')).toBeChecked()

  const agent = await visit(browser, portal.url, support)
  await agent.goto(`/support/helpDesk?view=${id}`)
  await ticketDialog(agent).getByRole('button', { name: 'Add Note' }).click()
  const note = agent.getByRole('dialog', { name: 'Add Note' })
  await expect.poll(async () => (await note.boundingBox())?.width).toBe(800)
  await note.getByLabel('Note').fill('Which browser is it?')
  const file = { name: 'where.png', mimeType: 'image/png', buffer: await makeImage() }
  await note.locator('input[type=file]').setInputFiles(file)
  await note.getByRole('button', { name: 'Save' }).click()
  await expect(note).toBeHidden()

  const noted = rowOf(view, 'Which browser is it?')
  await expect(noted).toContainText('Note Added')
  await expect(noted.getByRole('link', { name: /Download Screenshot: where\.png/ })).toBeVisible()
  await agent.context().close()
})

test('HD-02 HD-03 HD-04 an agent narrows the list with only the keyboard', async ({ page }) => {
  await signIn(page, support)
  await openList(page)
  const numbers = page.getByRole('table').getByRole('rowheader')
  const search = page.getByLabel('Search by ticket number')
  await search.focus()
  await page.keyboard.type('HD-000003')
  await expect(numbers).toHaveText(['HD-000003'])
  await expect(page).toHaveURL(/ticketNumber=HD-000003/)
  await expect(search).toBeFocused()
  for (let i = 0; i < 9; i++) await page.keyboard.press('Backspace')
  await expect.poll(() => numbers.count()).toBeGreaterThan(1)

  await page.getByRole('button', { name: 'Filter' }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Filter' })
  const start = panel.getByLabel('Start Date', { exact: true })
  await start.pressSequentially('13452026')
  await expect(start).toHaveValue('13/45/2026')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Write a date as MM/DD/YYYY.')).toBeVisible()
  await expect(page).not.toHaveURL(/startDate/)
  await start.fill('')
  await panel.getByLabel('Keyword').focus()
  await page.keyboard.type('laptop')
  await panel.getByLabel('Page Loading Errors').press('Space')
  await panel.getByLabel('Bug').press('Space')
  await panel.getByLabel('Closed').press('Space')
  await panel.getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(panel).toBeHidden()
  await expect(numbers).toHaveText(['HD-000002'])
  await page.getByRole('button', { name: 'Filter · 3' }).press('Enter')
  await panel.getByRole('button', { name: 'Clear' }).press('Enter')
  await expect.poll(() => numbers.count()).toBeGreaterThan(1)
})

test.describe('two people', () => {
  // The browser logs the conflict.
  test.use({ expectedErrors: [/409/] })

  test('HDV-04 HDV-05 HDV-06 D-HD-1 two people change a status at once: whoever is late decides', async ({
    page,
    browser,
    portal,
  }) => {
    const other = await visit(browser, portal.url, lee)
    const { id, ticketNumber } = await fileTicket(other, 'The list stays empty')
    await signIn(page, support)
    await openList(page)
    await page.getByRole('button', { name: `View ${ticketNumber}` }).press('Enter')
    const view = ticketDialog(page, ticketNumber)
    await view.getByRole('combobox', { name: 'Status' }).press('Enter')
    await expect(page.getByRole('option')).toHaveText(['Open', 'Viewed', 'Added to Backlog', 'Fix Pending', 'Closed'])
    await page.getByRole('option', { name: 'Closed' }).click()

    await openList(other, `?view=${id}`)
    await choose(other, /^Status/, 'Added to Backlog')
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(other.getByRole('dialog')).toBeHidden()
    await expect(rowOf(other, ticketNumber)).toContainText('Added to Backlog')

    await expect(view.getByText('You chose “Closed”. It is “Added to Backlog” now.')).toBeVisible()
    await view.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(page.getByText('An error occurred while saving the support request.')).toBeVisible()
    await expectAccessible(page)
    await view.getByRole('button', { name: 'Change it to “Closed”' }).press('Enter')
    await view.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(page.getByText('Support request saved.')).toBeVisible()
    await expect(rowOf(page, ticketNumber)).toContainText('Closed')
    await other.context().close()
  })
})

for (const look of looks)
  test(`HD-01 the help desk is whole and accessible in ${inWords(look)}, at 1280 px and 360 px`, async ({ page }) => {
    const isEnglish = look.language === 'en'
    await signIn(page, maria)
    await setLook(page, look)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await openList(page)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.getByRole('button', { name: isEnglish ? 'Filter' : 'Filtrar' }).click()
      await page.getByRole('button', { name: /: (Start Date|Desde el día)$/ }).click()
      await expectAccessible(page)
      await page.goto('/support/helpDesk')
      await page.getByRole('button', { name: isEnglish ? 'New Support Request' : 'Nueva solicitud de soporte' }).click()
      await page.getByRole('button', { name: isEnglish ? 'Save' : 'Guardar' }).click()
      await expectAccessible(page)
      if (width === 360) expect((await page.getByRole('dialog').boundingBox())?.width).toBe(360)
      await page.goto('/support/helpDesk/HD-000006')
      await expect(page.getByRole('heading', { name: isEnglish ? 'Activity' : 'Actividad' })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  })
