import sharp from 'sharp'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { drawnOn, installCanvas, openPictures, pixelsOf } from '#test/browser/canvas.ts'
import { click, deskOf, topDialog } from '#test/desk-stage.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

installCanvas()
const app = await startTestApp()
const openScreen = screensOf(app)
const { reporter } = deskOf(app)
/** 200 wide and 100 high: the left half is gray, the right half green. */
const bytes = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#888' } })
  .composite([{ input: { create: { width: 100, height: 100, channels: 3, background: '#0a6' } }, left: 100, top: 0 }])
  .png()
  .toBuffer()

/** The editor over the form, with a picture of this name. */
async function edit(name = 'oven.png', as?: Parameters<typeof openScreen>[1]) {
  const ana = await reporter()
  const page = await openScreen('/support/helpDesk', { as: ana.account, ...as })
  await click(page, 'New Support Request')
  await page.findByText('or paste it (Ctrl+V), or drop it here')
  await page.user.upload(
    topDialog().querySelector('input[type=file]') as HTMLInputElement,
    new File([new Uint8Array(bytes)], name),
  )
  await click(page, `Edit ${name}`)
  const stage = await page.findByRole('application')
  const canvas = stage.querySelector('canvas') as HTMLCanvasElement
  // The screen shows half of the picture's pixels.
  canvas.getBoundingClientRect = () => new DOMRect(10, 20, canvas.width / 2, canvas.height / 2)
  return { ana, page, stage, canvas }
}
type Edited = Awaited<ReturnType<typeof edit>>
const said = () => topDialog().querySelector('[role=status]')?.textContent
/** An event of a pointer at a place of the picture. */
async function point({ page, canvas }: Edited, kind: string, x: number, y: number, given: object = {}) {
  canvas.dispatchEvent(
    new PointerEvent(`pointer${kind}`, {
      bubbles: true,
      button: 0,
      pointerId: 1,
      clientX: 10 + x / 2,
      clientY: 20 + y / 2,
      ...given,
    }),
  )
  await page.settle()
}
async function draw(one: Edited, ...[x1, y1, x2, y2]: [number, number, number, number]) {
  await point(one, 'down', x1, y1)
  await point(one, 'move', (x1 + x2) / 2, (y1 + y2) / 2)
  await point(one, 'up', x2, y2)
}
const tool = (page: OpenScreen, name: string) => page.user.click(page.getByText(name, { selector: 'label *' }))
const press = async ({ page, stage }: Edited, ...keys: string[]) => {
  stage.focus()
  for (const key of keys) {
    await page.user.keyboard(key)
    await page.settle()
  }
}
/** The picture that is chosen after the editor, as it is uploaded. */
async function result({ page, ana }: Edited, name = 'oven.png') {
  await page.fill(/^Description/, 'See the picture')
  await page.choose(/^Ticket Type/, 'Other')
  await page.choose(/^Priority/, 'Low')
  await page.choose(/^Have you cleared your cache/, 'Yes')
  await click(page, 'Save')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  const [{ id }] = (await ana.call('GET', '/api/supportPortal/supportRequest/')).body.items
  const { supportRequestFiles } = (await ana.call('GET', `/api/supportPortal/supportRequest/${id}`)).body
  expect(supportRequestFiles.map(({ file }: { file: { fileName: string } }) => file.fileName)).toEqual([name])
  const stored = await ana.call('GET', `/api/file/${supportRequestFiles[0].fileId}`)
  const { width, height, format } = await sharp(stored.bytes).metadata()
  return { size: [format, width, height], file: new Blob([new Uint8Array(stored.bytes)]) }
}

it('HDN-05 the editor says how it is used, and begins with nothing to undo', async () => {
  const { page, stage } = await edit()
  expect(page.outline(topDialog())).toEqual([
    'Edit oven.png',
    '(Tool)',
    '<radio>',
    'Crop',
    '<radio>',
    'Arrow',
    '<radio checked>',
    'Black out',
    'Undo | <disabled>',
    'Reset | <disabled>',
    '(Picture)',
    'Draw on the picture, or tap two opposite corners. What you black out never leaves this device. | By keyboard: an arrow key sets a mark in the middle and moves it, Shift and an arrow key size it, Enter applies it, Escape drops it.',
    'Apply | <disabled>',
    'Cancel',
    'Use this picture',
  ])
  const hint = document.getElementById(stage.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toMatch(/^Draw on the picture.*Escape drops it\.$/)
  await click(page, 'Cancel')
  await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(1))
  expect(openPictures()).toBe(0)
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit oven.png'))
})

it('HDN-05 what is blacked out by a drag is black in the picture that is sent', async () => {
  const one = await edit()
  const { page, canvas } = one
  await point(one, 'down', 40, 20)
  await point(one, 'move', 80, 60)
  expect(drawnOn(canvas)).toEqual([
    '<g transform="translate(0 0)">',
    '<image x="0" y="0" width="200" height="100" preserveAspectRatio="none" href="…"/>',
    '<path d="M40 20h40v40h-40z" fill="rgb(0 0 0 / 60%)" fill-rule="evenodd"/>',
    '<rect x="40" y="20" width="40" height="40" fill="none" stroke="#000" stroke-width="2" stroke-linecap="butt" stroke-linejoin="miter"/>',
    '<rect x="40" y="20" width="40" height="40" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="butt" stroke-linejoin="miter" stroke-dasharray="6 6"/>',
    '</g>',
  ])
  await point(one, 'up', 120, 60)
  expect(said()).toBe('Blacked out.')
  expect(drawnOn(canvas)).toEqual([
    '<g transform="translate(0 0)">',
    '<image x="0" y="0" width="200" height="100" preserveAspectRatio="none" href="…"/>',
    '<rect x="40" y="20" width="80" height="40" fill="#000"/>',
    '</g>',
  ])
  await point(one, 'move', 199, 99)
  expect(drawnOn(canvas)).toHaveLength(4)
  await click(page, 'Use this picture')
  await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(1))
  const { size, file } = await result(one)
  expect(size).toEqual(['png', 200, 100])
  expect(await pixelsOf(file, 20, 10)).toEqual([
    '....................',
    '....................',
    '....BBBBBBBB........',
    '....BBBBBBBB........',
    '....BBBBBBBB........',
    '....BBBBBBBB........',
    '....................',
    '....................',
    '....................',
    '....................',
  ])
})

it('HDN-05 an arrow is red with a white edge, and too short a one is dropped', async () => {
  const one = await edit('arrow.jpg')
  const { page, canvas } = one
  await tool(page, 'Arrow')
  await draw(one, 20, 20, 180, 80)
  expect(said()).toBe('Arrow drawn.')
  expect(drawnOn(canvas)).toEqual([
    '<g transform="translate(0 0)">',
    '<image x="0" y="0" width="200" height="100" preserveAspectRatio="none" href="…"/>',
    '<path d="M20 20L180 80M180 80L166.93 64.86M180 80L160.2 82.82" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>',
    '<path d="M20 20L180 80M180 80L166.93 64.86M180 80L160.2 82.82" fill="none" stroke="#d02020" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>',
    '</g>',
  ])
  await click(page, 'Use this picture')
  await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(1))
  const { size, file } = await result(one, 'arrow.jpg')
  expect(size).toEqual(['jpeg', 200, 100])
  expect(await pixelsOf(file, 40, 20)).toEqual([
    '........................................',
    '........................................',
    '........................................',
    '........................................',
    '.....R..................................',
    '........................................',
    '...........R............................',
    '........................................',
    '...............R........................',
    '........................................',
    '........................................',
    '........................R...............',
    '........................................',
    '............................R...........',
    '..................................R.....',
    '..................................RR....',
    '................................RR......',
    '........................................',
    '........................................',
    '........................................',
  ])
})

it('HDN-05 a crop is shown before it is applied, and marks keep their place on what stays', async () => {
  const one = await edit()
  const { page, canvas } = one
  await draw(one, 60, 40, 140, 60)
  await tool(page, 'Crop')
  await draw(one, 150, 90, 50, 30)
  expect(said()).toBe('What is bright stays. Apply cuts the rest off.')
  expect(drawnOn(canvas)).toEqual([
    '<g transform="translate(0 0)">',
    '<image x="0" y="0" width="200" height="100" preserveAspectRatio="none" href="…"/>',
    '<rect x="60" y="40" width="80" height="20" fill="#000"/>',
    '<path d="M0 0h200v100h-200zM50 30h100v60h-100z" fill="rgb(0 0 0 / 60%)" fill-rule="evenodd"/>',
    '<rect x="50" y="30" width="100" height="60" fill="none" stroke="#000" stroke-width="2" stroke-linecap="butt" stroke-linejoin="miter"/>',
    '<rect x="50" y="30" width="100" height="60" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="butt" stroke-linejoin="miter" stroke-dasharray="6 6"/>',
    '</g>',
  ])
  await click(page, 'Apply')
  expect(said()).toBe('Cropped.')
  expect([canvas.width, canvas.height]).toEqual([100, 60])
  expect(drawnOn(canvas)).toEqual([
    '<g transform="translate(-50 -30)">',
    '<image x="0" y="0" width="200" height="100" preserveAspectRatio="none" href="…"/>',
    '<rect x="60" y="40" width="80" height="20" fill="#000"/>',
    '</g>',
  ])
  await waitFor(() => expect(document.activeElement).toBe(one.stage))
  // The corner of what is seen now is not the corner of the picture.
  await tool(page, 'Black out')
  await draw(one, 0, 0, 20, 20)
  expect(drawnOn(canvas).at(-2)).toEqual('<rect x="50" y="30" width="20" height="20" fill="#000"/>')
  await click(page, 'Use this picture')
  await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(1))
  const { size, file } = await result(one)
  expect(size).toEqual(['png', 100, 60])
  expect(await pixelsOf(file, 10, 6)).toEqual([
    'BB........',
    'BBBBBBBBB.',
    '.BBBBBBBB.',
    '..........',
    '..........',
    '..........',
  ])
})

it('HDN-05 two taps are two corners, and another tool or a cancelled touch forgets the first', async () => {
  const one = await edit()
  const { page, canvas } = one
  const tap = async (x: number, y: number) => {
    await point(one, 'down', x, y)
    await point(one, 'up', x, y)
  }
  await tap(40, 20)
  expect(said()).toBe('First corner set. Tap the opposite corner.')
  expect(drawnOn(canvas)).toEqual([
    '<g transform="translate(0 0)">',
    '<image x="0" y="0" width="200" height="100" preserveAspectRatio="none" href="…"/>',
    '</g>',
    '<circle cx="40" cy="20" r="7.8" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="butt" stroke-linejoin="miter"/>',
    '<circle cx="40" cy="20" r="6" fill="none" stroke="#d02020" stroke-width="2" stroke-linecap="butt" stroke-linejoin="miter"/>',
  ])
  await tool(page, 'Arrow')
  expect(drawnOn(canvas)).toHaveLength(3)
  await tool(page, 'Black out')
  await tap(80, 60)
  expect(said()).toBe('Blacked out.')
  expect(drawnOn(canvas)).toHaveLength(4)
  await tap(10, 10)
  await tap(11, 11)
  expect(said()).toBe('Nothing was marked.')
  await tap(10, 10)
  await point(one, 'down', 20, 20)
  await point(one, 'cancel', 20, 20)
  expect(said()).toBe('Nothing was marked.')
  expect(drawnOn(canvas)).toHaveLength(4)
  // Only the main button of the first pointer draws.
  await point(one, 'down', 20, 20, { button: 2 })
  await point(one, 'up', 90, 90, { button: 2 })
  await point(one, 'down', 100, 20)
  await point(one, 'down', 10, 10, { pointerId: 2 })
  await point(one, 'up', 190, 90, { pointerId: 2 })
  expect(drawnOn(canvas)).toHaveLength(4)
  await point(one, 'up', 120, 40)
  expect(drawnOn(canvas)).toHaveLength(5)
})

it('HDN-05 everything is done by keys too, and said in words', async () => {
  const one = await edit()
  const { page, canvas } = one
  const words: (string | null | undefined)[] = []
  const keys = async (...all: string[]) => {
    for (const key of all) {
      await press(one, key)
      words.push(`${key}: ${said()}`)
    }
  }
  await keys(
    '{Enter}',
    '{ArrowRight}',
    '{Shift>}{ArrowDown}{/Shift}',
    '{Alt>}{ArrowUp}{/Alt}',
    '{ArrowLeft}',
    '{Enter}',
  )
  await tool(page, 'Arrow')
  await keys('{ArrowUp}', '{ArrowDown}', '{Escape}', '{ArrowUp}', '{Enter}')
  await tool(page, 'Crop')
  await keys('{ArrowLeft}', '{Shift>}{ArrowLeft}{/Shift}', 'x', '{Enter}')
  expect(words).toEqual([
    '{Enter}: Black box: 50 from the left, 25 from the top, 100 wide, 50 high.',
    '{ArrowRight}: Black box: 54 from the left, 25 from the top, 100 wide, 50 high.',
    '{Shift>}{ArrowDown}{/Shift}: Black box: 54 from the left, 25 from the top, 100 wide, 54 high.',
    '{Alt>}{ArrowUp}{/Alt}: Black box: 54 from the left, 24 from the top, 100 wide, 54 high.',
    '{ArrowLeft}: Black box: 50 from the left, 24 from the top, 100 wide, 54 high.',
    '{Enter}: Blacked out.',
    '{ArrowUp}: Arrow from 50, 25 to 150, 75.',
    '{ArrowDown}: Arrow from 50, 29 to 150, 79.',
    '{Escape}: Nothing was marked.',
    '{ArrowUp}: Arrow from 50, 25 to 150, 75.',
    '{Enter}: Arrow drawn.',
    '{ArrowLeft}: Crop: 50 from the left, 25 from the top, 100 wide, 50 high.',
    '{Shift>}{ArrowLeft}{/Shift}: Crop: 50 from the left, 25 from the top, 96 wide, 50 high.',
    'x: Crop: 50 from the left, 25 from the top, 96 wide, 50 high.',
    '{Enter}: Cropped.',
  ])
  expect(drawnOn(canvas)).toEqual([
    '<g transform="translate(-50 -25)">',
    '<image x="0" y="0" width="200" height="100" preserveAspectRatio="none" href="…"/>',
    '<rect x="50" y="24" width="100" height="54" fill="#000"/>',
    '<path d="M50 25L150 75M150 75L138.59 58.57M150 75L130.01 75.73" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>',
    '<path d="M50 25L150 75M150 75L138.59 58.57M150 75L130.01 75.73" fill="none" stroke="#d02020" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>',
    '</g>',
  ])
  expect(page.getAllByRole('dialog')).toHaveLength(2)
})

it('HDN-05 undo takes one mark after the other, reset all, and the focus stays in the picture', async () => {
  const one = await edit()
  const { page, canvas, stage } = one
  const isOff = () =>
    ['Undo', 'Reset', 'Apply'].map((name) => (page.getByText(name).closest('button') as HTMLButtonElement).disabled)
  await draw(one, 10, 10, 60, 60)
  await draw(one, 80, 10, 120, 60)
  await tool(page, 'Crop')
  await draw(one, 10, 10, 190, 90)
  expect(isOff()).toEqual([false, false, false])
  const count = () => drawnOn(canvas).filter((line) => line.includes('fill="#000"')).length
  await click(page, 'Undo')
  expect(said()).toBe('Undone.')
  expect([count(), ...isOff()]).toEqual([2, false, false, true])
  await click(page, 'Undo')
  expect(count()).toBe(1)
  expect(document.activeElement).not.toBe(stage)
  await click(page, 'Undo')
  expect([count(), ...isOff()]).toEqual([0, true, true, true])
  expect(document.activeElement).toBe(stage)
  await tool(page, 'Black out')
  await draw(one, 10, 10, 60, 60)
  await draw(one, 80, 10, 120, 60)
  await click(page, 'Reset')
  expect(said()).toBe('The picture is as it was.')
  expect([count(), ...isOff()]).toEqual([0, true, true, true])
  expect(document.activeElement).toBe(stage)
  await click(page, 'Use this picture')
  await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(1))
  const { file } = await result(one)
  expect(Buffer.from(await file.arrayBuffer()).length).toBeGreaterThan(0)
})

it('HDN-05 a mark that is still open counts, and a picture that cannot be changed stays as it was', async () => {
  const one = await edit()
  const { page } = one
  const { toBlob } = HTMLCanvasElement.prototype
  await press(one, '{Enter}')
  HTMLCanvasElement.prototype.toBlob = (done) => done(null)
  await click(page, 'Use this picture')
  await waitFor(() => expect(page.notices()).toEqual(['The picture could not be changed. It stays as it was.']))
  HTMLCanvasElement.prototype.toBlob = toBlob
  await click(page, 'Use this picture')
  await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(1))
  const { file } = await result(one)
  expect(await pixelsOf(file, 20, 10)).toEqual([
    '....................',
    '....................',
    '.....BBBBBBBBBB.....',
    '.....BBBBBBBBBB.....',
    '.....BBBBBBBBBB.....',
    '.....BBBBBBBBBB.....',
    '.....BBBBBBBBBB.....',
    '....................',
    '....................',
    '....................',
  ])
})
