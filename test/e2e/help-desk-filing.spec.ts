import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { readKept } from '../read-kept.ts'
import { changeDatabase } from './account-database.ts'
import { choose, fileTicket, openList, press, rowOf, ticketDialog } from './help-desk-steps.ts'
import { DEMO_PASSWORD, expect, expectAccessible, lee, maria, signIn, test } from './portal.ts'

const SHOTS = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` })
}
const RED = [200, 30, 30]
const GREEN = [30, 160, 30]
const BLACK = [0, 0, 0]
/** 300 by 200: red on the left, green on the right, with a text in its metadata. */
const halves = async () => {
  const half = (color: string) => sharp({ create: { width: 150, height: 200, channels: 3, background: color } })
  const green = await half(`rgb(${GREEN})`).png().toBuffer()
  const picture = await half(`rgb(${RED})`)
    .extend({ right: 150 })
    .composite([{ input: green, left: 150, top: 0 }])
    .withExif({ IFD0: { Copyright: 'ORIGINAL' } })
    .png()
    .toBuffer()
  expect(picture.includes('ORIGINAL')).toBe(true)
  return picture
}
/** Simulates a paste, or a drop on the page. */
const give = (page: Page, kind: 'paste' | 'drop', name: string, picture: Buffer) =>
  page.evaluate(
    ({ kind, name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type: 'image/png' }))
      const how = { bubbles: true, cancelable: true }
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...how, clipboardData: data })
          : new DragEvent('drop', { ...how, dataTransfer: data })
      ;(document.activeElement ?? document.body).dispatchEvent(event)
    },
    { kind, name, base64: picture.toString('base64') },
  )
const openNew = async (page: Page) => {
  await page.goto('/support/helpDesk')
  await page.getByRole('button', { name: 'New Support Request' }).click()
  return page.getByRole('dialog', { name: 'New Support Request' })
}
const fillIn = async (page: Page, dialog: Locator, description: string) => {
  await choose(page, /Ticket Type/, 'Bug')
  await choose(page, /Priority/, 'Low')
  await choose(page, /Have you cleared your cache/, 'Yes')
  await dialog.getByLabel(/^Description/).fill(description)
}
const pixels = async (bytes: Buffer) => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return {
    size: [info.width, info.height],
    at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)],
  }
}
/** Records each picture that the page sends. */
const recordUploads = (page: Page) =>
  page.addInitScript(() => {
    const kept: string[] = []
    Object.assign(window, { kept })
    const real = window.fetch
    window.fetch = async (to, init) => {
      const file = init?.body instanceof FormData ? (init.body.get('file') as File) : null
      if (file) kept.push([...new Uint8Array(await file.arrayBuffer())].map((b) => String.fromCharCode(b)).join(''))
      return real(to, init)
    }
  })

/** The form of a new ticket that is filled in and has this picture. */
async function beginWithPicture(page: Page, description: string) {
  await recordUploads(page)
  await signIn(page, maria)
  const dialog = await openNew(page)
  await fillIn(page, dialog, description)
  await give(page, 'drop', 'dropped.png', await halves())
  await dialog.getByRole('button', { name: 'Edit dropped.png' }).press('Enter')
  const editor = page.getByRole('dialog', { name: /^Edit / })
  await editor.locator('canvas').waitFor()
  return { dialog, editor }
}

/** Saves the ticket. The picture was sent without the text in its metadata. @returns what the portal shows of it */
async function saveAndLook(page: Page, dialog: Locator, description: string) {
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'New Support Request' })).toBeFocused()
  const sent = await page.evaluate(() => (window as unknown as { kept: string[] }).kept)
  expect(sent.map((one) => one.includes('ORIGINAL'))).toEqual([false])
  await rowOf(page, description)
    .getByRole('button', { name: /^View HD-/ })
    .click()
  const link = ticketDialog(page).getByRole('link', { name: /View Screenshot: dropped\.png/ })
  return pixels(await (await page.request.get((await link.getAttribute('href')) ?? '')).body())
}

test('HDN-05 pictures are pasted and dropped, and one that is too large is made smaller', async ({ page }) => {
  await signIn(page, maria)
  const dialog = await openNew(page)
  const chosen = dialog.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Edit / }) })
  await dialog.getByLabel(/^Description/).focus()
  await give(page, 'paste', 'image.png', await halves())
  await expect(chosen).toHaveText([/Screenshot \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png/])
  await give(page, 'drop', 'dropped.png', await halves())
  await expect(chosen).toHaveCount(2)
  const noise = await sharp(randomBytes(3_000_000), { raw: { width: 1000, height: 1000, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  await give(page, 'drop', 'noise.png', noise)
  await expect(dialog.getByText('noise.png is larger than 2 MB.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Make it smaller' }).click()
  await expect(chosen.nth(2)).toContainText('noise.jpg')
  await expect(dialog.getByText('noise.png is larger than 2 MB.')).toBeHidden()
})

test('HDN-05 a picture is blacked out, marked with an arrow and cropped by mouse', async ({ page }) => {
  const description = `By mouse ${Date.now()}`
  const { dialog, editor } = await beginWithPicture(page, description)
  const drag = async (...[x1, y1, x2, y2]: [number, number, number, number]) => {
    const box = await editor.locator('canvas').boundingBox()
    if (!box) throw new Error('There is no picture')
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
    await page.mouse.move(...at(x1, y1))
    await page.mouse.down()
    await page.mouse.move(...at((x1 + x2) / 2, (y1 + y2) / 2))
    await page.mouse.move(...at(x2, y2))
    await page.mouse.up()
  }
  await drag(0, 0, 0.4999, 1)
  await expect(editor.getByText('Blacked out.')).toBeVisible()
  await editor.getByText('Arrow', { exact: true }).click()
  await drag(0.9, 0.9, 0.7, 0.4)
  await expect(editor.getByText('Arrow drawn.')).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'editor-desktop')
  await editor.getByRole('button', { name: 'Undo' }).click()
  await editor.getByText('Crop', { exact: true }).click()
  await drag(0.25, 0, 0.75, 1)
  await shoot(page, 'editor-crop')
  await editor.getByRole('button', { name: 'Apply' }).click()
  await expect(editor.getByText('Cropped.')).toBeVisible()
  await editor.getByRole('button', { name: 'Use this picture' }).click()
  await expect(editor).toBeHidden()
  const { size, at } = await saveAndLook(page, dialog, description)
  expect(size).toEqual([150, 200])
  expect([at(1, 1), at(73, 198), at(77, 100)]).toEqual([BLACK, BLACK, GREEN])
})

test('HDN-05 a picture is cropped and blacked out with only the keyboard', async ({ page }) => {
  const description = `By keyboard ${Date.now()}`
  const { dialog, editor } = await beginWithPicture(page, description)
  await editor.getByRole('radio', { name: 'Black out' }).focus()
  await press(page, 'ArrowLeft', 'ArrowLeft')
  await expect(editor.getByRole('radio', { name: 'Crop' })).toBeChecked()
  await press(page, 'Tab')
  await expect(editor.getByRole('application', { name: 'Picture' })).toBeFocused()
  await press(page, 'ArrowRight', 'Shift+ArrowRight', 'ArrowLeft')
  await expect(editor.getByText('Crop: 69 from the left, 50 from the top, 156 wide, 100 high.')).toBeVisible()
  await press(page, 'Enter')
  await expect(editor.getByText('Cropped.')).toBeVisible()
  await editor.getByRole('radio', { name: 'Crop' }).focus()
  await press(page, 'ArrowLeft')
  await editor.getByRole('application').focus()
  await press(page, 'Enter', 'Enter')
  await expect(editor.getByText('Blacked out.')).toBeVisible()
  await editor.getByRole('button', { name: 'Use this picture' }).press('Enter')
  await expect(editor).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Edit dropped.png' })).toBeFocused()
  await shoot(page, 'chosen')
  const { size, at } = await saveAndLook(page, dialog, description)
  expect(size).toEqual([156, 100])
  const spots = [at(10, 10), at(39, 25), at(116, 74), at(38, 50), at(150, 90)]
  expect(spots).toEqual([RED, BLACK, BLACK, RED, GREEN])
})

/** Signs in wherever that leads: back to the previous page, if the session ended there. */
async function enter(page: Page, email: string) {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('link', { name: 'Log out' })).toBeVisible()
}

/** Begins a ticket with a picture, and waits until its draft is stored. */
async function beginDraft(page: Page, description: string) {
  await signIn(page, maria)
  const dialog = await openNew(page)
  await fillIn(page, dialog, description)
  await give(page, 'paste', 'ledger.png', await halves())
  await expect(dialog.getByRole('button', { name: 'Edit ledger.png' })).toBeVisible()
  await expect.poll(() => draftsWithPictures(page)).toBe(1)
  return dialog
}
const draftsWithPictures = async (page: Page) =>
  (await page.evaluate(readKept)).filter(({ json }) => JSON.parse(json).screenshots?.length > 0).length

test.describe('a draft', () => {
  // The browser logs ended sessions, broken connections, and conflicts.
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('HDN-06 a draft survives the end of its session, and nobody else in this browser sees it', async ({
    page,
    portal,
  }) => {
    const description = `The quince ledger loses every marmalade entry ${Date.now()}`
    await beginDraft(page, description)
    // Signing out would remove all drafts in this browser.
    const endSession = async () => {
      await changeDatabase(portal, 'delete from session', [])
      await page.reload()
      await page.waitForURL((url) => url.pathname === '/')
    }
    await endSession()
    await enter(page, lee)
    let dialog = await openNew(page)
    await expect(dialog.getByLabel(/^Description/)).toHaveValue('')
    await expect(page.getByText(/We brought back/)).toBeHidden()
    await endSession()
    await expect.poll(() => draftsWithPictures(page)).toBe(1)

    await enter(page, maria)
    dialog = await openNew(page)
    await expect(dialog.getByText(/We brought back what you had not saved yet/)).toBeVisible()
    await expect(dialog.getByLabel(/^Description/)).toHaveValue(description)
    await expect(dialog.getByRole('combobox', { name: /Priority/ })).toHaveValue('Low')
    await expect(dialog.getByRole('button', { name: 'Edit ledger.png' })).toBeVisible()
    await expectAccessible(page)
    await shoot(page, 'draft-back')
  })

  test('HDN-06 what was written after a lost answer becomes a note of the ticket with its pictures', async ({
    page,
  }) => {
    const description = `The pear ledger is shut ${Date.now()}`
    const dialog = await beginDraft(page, description)
    await page.route('**/api/supportPortal/supportRequest/', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      return route.abort()
    })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Uh oh, something went wrong!')).toBeVisible()
    await page.unroute('**/api/supportPortal/supportRequest/')
    await dialog.getByLabel(/^Description/).fill(`${description}, on Mondays`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(/This request was saved already, as HD-/)).toBeVisible()
    await expectAccessible(page)
    await shoot(page, 'already-filed')
    await dialog.getByRole('button', { name: /^Add the description as a note to HD-/ }).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, description)).toHaveCount(1)
    await rowOf(page, description)
      .getByRole('button', { name: /^View HD-/ })
      .click()
    await expect(ticketDialog(page).getByText('ledger.png')).toBeVisible()
    await expect(ticketDialog(page).getByRole('cell', { name: /on Mondays/ })).toBeVisible()
  })

  test('HDN-06 signing out removes a draft with its pictures', async ({ page }) => {
    await beginDraft(page, 'Nobody else shall read this')
    await page.goto('/auth/logout')
    await expect.poll(() => draftsWithPictures(page)).toBe(0)
  })
})

test('HDN-02 a similar ticket is offered, and the focus returns to it after reading', async ({ page }) => {
  await signIn(page, maria)
  const description = `The quince ledger loses every marmalade entry ${Date.now()}`
  const { ticketNumber } = await fileTicket(page, description)
  const dialog = await openNew(page)
  await dialog.getByLabel(/^Description/).fill('My quince ledger has lost marmalade entries')
  const similar = dialog.getByRole('region', { name: 'Is it one of these?' })
  const offered = similar.getByRole('listitem').filter({ hasText: ticketNumber })
  await expect(offered).toHaveText(new RegExp(`${ticketNumber}.*Open.*${description}`))
  await expectAccessible(page)
  await shoot(page, 'similar')
  await similar.getByRole('button', { name: `View ${ticketNumber}` }).click()
  await ticketDialog(page, ticketNumber).getByRole('button', { name: 'Close' }).click()
  await expect(ticketDialog(page, ticketNumber)).toBeHidden()
  await expect(similar.getByRole('button', { name: `View ${ticketNumber}` })).toBeFocused()
  await expect(dialog.getByLabel(/^Description/)).toHaveValue('My quince ledger has lost marmalade entries')
})

test('HDN-05 NOTE-01 two taps black out without dragging, and Escape in the editor drops the mark alone', async ({
  page,
}) => {
  await signIn(page, maria)
  await openList(page, `?view=${(await fileTicket(page, 'The map is gray')).id}`)
  await page.getByRole('button', { name: 'Add Note' }).click()
  const note = page.getByRole('dialog', { name: 'Add Note' })
  await expect(note.getByLabel('Note')).toBeFocused()
  await note.getByLabel('Note').fill('It looks like this')
  await give(page, 'paste', 'image.png', await halves())
  await note.getByRole('button', { name: /^Edit / }).click()
  const editor = page.getByRole('dialog', { name: /^Edit / })
  const canvas = editor.locator('canvas')
  await canvas.waitFor()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('There is no picture')
  const tap = (x: number, y: number) => page.mouse.click(box.x + box.width * x, box.y + box.height * y)
  await tap(0.1, 0.1)
  await expect(editor.getByText('First corner set. Tap the opposite corner.')).toBeVisible()
  await tap(0.4, 0.9)
  await expect(editor.getByText('Blacked out.')).toBeVisible()
  const middle = await canvas.evaluate((drawn: HTMLCanvasElement) => [
    ...(drawn.getContext('2d')?.getImageData(75, 100, 1, 1).data ?? []),
  ])
  expect(middle.slice(0, 3)).toEqual(BLACK)

  await editor.getByRole('application').focus()
  await page.keyboard.press('ArrowRight')
  await expect(editor.getByText(/^Black box: /)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editor.getByText('Nothing was marked.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(3)
  await editor.getByRole('button', { name: 'Use this picture' }).click()
  await expect(editor).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(note.getByLabel('Note')).toHaveValue('It looks like this')
})
