import sharp from 'sharp'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { installCanvas, openPictures } from '#test/browser/canvas.ts'
import { click, deskOf, path, topDialog } from '#test/desk-stage.ts'
import { makeImage } from '#test/images.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

installCanvas()
const app = await startTestApp()
const openScreen = screensOf(app)
const { reporter } = deskOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const bytes = new Uint8Array(await makeImage())
const image = (name: string, type = 'image/png', part: BlobPart = bytes) => new File([part], name, { type })
const begin = async (options: object = {}) => {
  const ana = await reporter()
  const page = await openScreen('/support/helpDesk', { as: ana.account, ...options })
  await click(page, 'New Support Request')
  await page.findByText('or paste it (Ctrl+V), or drop it here')
  return { ana, page }
}
const choose = (page: OpenScreen, ...files: File[]) =>
  page.user.upload(topDialog().querySelector('input[type=file]') as HTMLInputElement, files)
const field = (page: OpenScreen) => page.outline(topDialog().querySelector('fieldset') as HTMLElement)
/** As browsers do: an event with files. */
function give(
  kind: 'paste' | 'dragover' | 'drop' | 'dragleave',
  files: File[],
  given: { text?: string; target?: Element; types?: string[]; to?: Element | null } = {},
) {
  const data = { files, types: given.types ?? ['Files'], getData: () => given.text ?? '' }
  const event = new Event(kind, { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: data, dataTransfer: data, relatedTarget: given.to ?? null })
  ;(given.target ?? document.body).dispatchEvent(event)
  return event.defaultPrevented
}

it('HDN-05 pictures are added, listed with their size, and removed; each wrong one says why', async () => {
  const { page } = await begin()
  expect(field(page)).toEqual([
    'Screenshots',
    '.jpg, .jpeg or .png, 2 MB or less',
    '<file Screenshots "">',
    'Add screenshots',
    'or paste it (Ctrl+V), or drop it here',
  ])
  await choose(page, image('one.png'), image('two.jpg', 'image/jpeg', new Uint8Array(await makeImage('jpeg', 400))))
  await page.findByText('two.jpg')
  await choose(
    page,
    image('empty.png', 'image/png', ''),
    image('broken.png', 'image/png', 'no picture'),
    image('THREE.PNG'),
  )
  await page.findByText('THREE.PNG')
  expect(field(page)).toEqual([
    'Screenshots',
    '.jpg, .jpeg or .png, 2 MB or less',
    '<file Screenshots "">',
    'Add screenshots',
    'or paste it (Ctrl+V), or drop it here',
    'empty.png is empty.',
    'broken.png is damaged and cannot be opened.',
    'THREE.PNG was added.',
    'one.png | 1 kB | (Edit one.png) | (Remove one.png)',
    'two.jpg | 1 kB | (Edit two.jpg) | (Remove two.jpg)',
    'THREE.PNG | 1 kB | (Edit THREE.PNG) | (Remove THREE.PNG)',
  ])
  give('drop', [image('notes.pdf')])
  await page.findByText(/^notes\.pdf/)
  expect(field(page).slice(5, 7)).toEqual([
    'notes.pdf is not an image of the kinds .jpg, .jpeg or .png.',
    'one.png | 1 kB | (Edit one.png) | (Remove one.png)',
  ])
  await click(page, 'Remove two.jpg')
  expect(page.queryByText('two.jpg')).toBeNull()
  expect(page.getByText('one.png')).toBeTruthy()
  await choose(page, image('four.png'))
  await page.findByText('four.png')
  expect(topDialog().querySelectorAll('fieldset [role=alert] > *')).toHaveLength(0)
  expect(openPictures()).toBe(0)
})

it('HDN-05 a picture that is too large can be made smaller', async () => {
  const { page } = await begin()
  const noise = await sharp({
    create: {
      width: 1200,
      height: 900,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  } as never)
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(noise.length).toBeGreaterThan(2 * 1024 * 1024)
  await choose(
    page,
    image('large.one.png', 'image/png', new Uint8Array(noise)),
    image('broken.png', 'image/png', new Uint8Array(3 * 1024 * 1024)),
  )
  await page.findByText('Make it smaller')
  expect(field(page)).toEqual([
    'Screenshots',
    '.jpg, .jpeg or .png, 2 MB or less',
    '<file Screenshots "">',
    'Add screenshots',
    'or paste it (Ctrl+V), or drop it here',
    'large.one.png is larger than 2 MB.',
    'Make it smaller',
    'broken.png is larger than 2 MB.',
  ])
  await click(page, 'Make it smaller')
  await page.findByText('large.one.jpg')
  expect(field(page).map((line) => line.replace(/[\d,]+ kB/, '<size>'))).toEqual([
    'Screenshots',
    '.jpg, .jpeg or .png, 2 MB or less',
    '<file Screenshots "">',
    'Add screenshots',
    'or paste it (Ctrl+V), or drop it here',
    'broken.png is larger than 2 MB.',
    'large.one.jpg was added.',
    'large.one.jpg | <size> | (Edit large.one.jpg) | (Remove large.one.jpg)',
  ])
})

it('HDN-05 pictures are pasted with a name of the time, and text stays text', async () => {
  const { page } = await begin()
  expect(give('paste', [])).toBe(false)
  const area = topDialog().querySelector('textarea') as HTMLTextAreaElement
  expect(give('paste', [image('image.png')], { text: 'words', target: area })).toBe(false)
  expect(
    give('paste', [image('image.png'), image('image.jpeg', 'image/jpeg'), image('own.png')], { target: area }),
  ).toBe(true)
  await page.findByText('own.png')
  const names = () =>
    [...topDialog().querySelectorAll('fieldset li button')]
      .map((one) => one.getAttribute('aria-label'))
      .filter((one) => one?.startsWith('Remove'))
  const at = (name: string) => name.replace(/\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d/, '<time>')
  expect(names().map((one) => at(one ?? ''))).toEqual([
    'Remove Screenshot <time>.png',
    'Remove Screenshot <time> (2).jpeg',
    'Remove own.png',
  ])
  const stamp = /\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d/.exec(names()[0] ?? '')?.[0] ?? ''
  const when = new Date(stamp.replace(/ (\d\d)\.(\d\d)\.(\d\d)/, 'T$1:$2:$3'))
  expect(Math.abs(Date.now() - when.getTime())).toBeLessThan(60_000)
  expect(give('paste', [image('image.png')], { text: 'words' })).toBe(true)
  await waitFor(() => expect(names()).toHaveLength(4))
})

it('HDN-05 pictures are dropped anywhere while the dialog is on top, and only then', async () => {
  const { page } = await begin()
  const hint = () => topDialog().querySelector('fieldset')?.textContent ?? ''
  expect(give('dragover', [], { types: ['text/plain'] })).toBe(false)
  expect(hint()).toContain('or paste it')
  expect(give('dragover', [image('one.png')])).toBe(true)
  await page.findByText('Let go to add it')
  give('dragleave', [], { to: document.body })
  await page.settle()
  expect(hint()).toContain('Let go to add it')
  give('dragleave', [])
  await page.findByText('or paste it (Ctrl+V), or drop it here')
  give('dragover', [image('one.png')])
  expect(give('drop', [image('one.png'), image('two.png')])).toBe(true)
  await page.findByText('two.png')
  expect(hint()).toContain('or paste it')
  await click(page, 'What the ticket types mean')
  await page.findByText('Ticket types')
  expect(give('drop', [image('three.png')])).toBe(true)
  expect(give('paste', [image('four.png')])).toBe(false)
  give('dragover', [image('three.png')])
  await page.settle()
  expect(page.queryByText('three.png')).toBeNull()
  expect(page.queryByText('four.png')).toBeNull()
  expect(page.queryByText('Let go to add it')).toBeNull()
})

it('HDN-05 HDN-06 pictures are uploaded when the request is saved, each once, however often that is tried', async () => {
  const { ana, page } = await begin(refused)
  await choose(page, image('one.png'), image('two.png'))
  await page.findByText('two.png')
  await page.choose(/^Ticket Type/, 'Other')
  await page.choose(/^Priority/, 'Low')
  await page.choose(/^Have you cleared your cache/, 'Yes')
  await page.fill(/^Description/, 'Two pictures')
  page.failNext('POST', '/api/supportRequestFile/', 500)
  await click(page, 'Save')
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  await click(page, 'Save')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('POST', '/api/file/')).toHaveLength(2)
  expect(page.calls('POST', '/api/supportRequestFile/').map(({ status }) => status)).toEqual([500, 201, 201])
  const { items } = (await ana.call('GET', path)).body
  expect(items).toHaveLength(1)
  const { supportRequestFiles } = (await ana.call('GET', `${path}${items[0].id}`)).body
  expect(supportRequestFiles.map(({ file }: { file: { fileName: string } }) => file.fileName)).toEqual([
    'one.png',
    'two.png',
  ])
})

it('HDN-06 HTTP-01 a request that could not be saved keeps its words and pictures, and the next try files it once', async () => {
  const { ana, page } = await begin(refused)
  await choose(page, image('one.png'))
  await page.findByText('one.png')
  await page.choose(/^Ticket Type/, 'Other')
  await page.choose(/^Priority/, 'Low')
  await page.choose(/^Have you cleared your cache/, 'Yes')
  await page.fill(/^Description/, 'It stays gray')
  page.failNext('POST', path, 500)
  await click(page, 'Save')
  await waitFor(() => expect(page.notices()).toEqual(['Uh oh, something went wrong!']))
  await waitFor(() => expect(page.getByRole('button', { name: 'Save' }).hasAttribute('data-loading')).toBe(false))
  expect(page.getByLabelText(/^Description/)).toHaveProperty('value', 'It stays gray')
  expect(field(page).at(-1)).toBe('one.png | 1 kB | (Edit one.png) | (Remove one.png)')
  await click(page, 'Save')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  const { items } = (await ana.call('GET', path)).body
  expect(items.map(({ description }: { description: string }) => description)).toEqual(['It stays gray'])
})
