import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { eicar, MOST_SCANNED, scannerName, scannerOf } from '#test/clamd.ts'
import { docx, makePdf, uploadDocument } from '#test/documents-to-send.ts'
import { makeImage, uploadImage } from '#test/images.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'

const scanner = await scannerOf()
const lines: string[] = []
const app = await startTestApp({ SCAN_URL: scanner.url }, { write: (line) => lines.push(line) })
const { database, store } = app
const stage = await makeStage(app)
const { creator, recipient } = stage.as

async function makeReferral() {
  const contactId = (await makePerson(creator)).id as string
  const { id } = (await refer(stage, { contactId })).body
  const at = `/api/referral/${id}`
  const upload = async (bytes: Uint8Array, name: string) =>
    (await uploadDocument(creator, id, bytes, name)).body.id as string
  const send = (fileId: string, text = '') =>
    creator('POST', `${at}/fileMessage`, { text, files: [{ fileId, category: 'other' }] })
  const list = async (call: Caller = recipient) => (await call('GET', `${at}/file`)).body.items
  const download = (file: { id: string }) => recipient('GET', `${at}/file/${file.id}/download`)
  return { id, at, contactId, upload, send, list, download }
}
const scan = () => app.runTask('scan-waiting-files')
const eventsOf = async (subjectId: string) =>
  (await database.selectFrom('event').select('id').where('subjectId', '=', subjectId).execute()).length

it(`REF-13 a file waits until ${scannerName} has checked it, and can be downloaded then`, async () => {
  await scanner.start()
  const { id, contactId, upload, send, list, download } = await makeReferral()
  // The mails of the referral come first: they are events too.
  await app.workJobs()
  await send(await upload(makePdf('x'), 'a.pdf'))
  const [waiting] = await list()
  expect([waiting.state, (await download(waiting)).body.code]).toEqual(['waiting', 'file-not-scanned'])
  const ways = async () => (await accessLogOf(database, contactId)).filter(({ way }) => way === 'file').length
  expect(await ways()).toBe(0)
  const before = await eventsOf(id)
  await app.workJobs()
  const [file] = await list()
  expect([file.state, (await download(file)).status, await ways()]).toEqual(['clean', 200, 1])
  expect(await eventsOf(id)).toBe(before + 1)
})

it(`REF-13 ${scannerName} finds EICAR: the bytes go, both sides see it, and nobody downloads it`, async () => {
  const { upload, send, list, download } = await makeReferral()
  const fileId = await upload(eicar, 'letter.txt')
  await send(fileId, 'Her letter')
  await scan()
  for (const call of [creator, recipient])
    expect(await list(call)).toMatchObject([{ fileName: 'letter.txt', state: 'infected', mayWithdraw: false }])
  expect((await download((await list())[0])).status).toBe(404)
  expect(await store.get(fileId)).toBeNull()
  const row = await database.selectFrom('file').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow()
  expect([row.scanState, row.signature]).toEqual(['infected', expect.stringContaining('Eicar')])
})

it(`REF-13 what ${scannerName} found before the message was sent is not sent at all`, async () => {
  const { at, upload, send, list } = await makeReferral()
  const fileId = await upload(eicar, 'letter.txt')
  await scan()
  expect((await send(fileId, 'Here')).body.errors).toEqual([{ path: 'files.0', message: 'file-infected' }])
  expect([(await recipient('GET', `${at}/message`)).body.items, await list()]).toEqual([[], []])
})

// The peer does not unpack archives.
const itUnpacks = scannerName === 'clamd' ? it : null
itUnpacks?.('REF-13 clamd finds EICAR inside a Word file', async () => {
  const { upload, send, list } = await makeReferral()
  await send(await upload(docx({ 'word/media/note.txt': eicar.toString() }), 'letter.docx'))
  await scan()
  expect((await list())[0].state).toBe('infected')
})

it(`REF-13 a file that ${scannerName} does not take is not open to anybody`, async () => {
  const { upload, send, list, download } = await makeReferral()
  await send(await upload(Buffer.alloc(MOST_SCANNED + 1024 * 1024, 'a'), 'long.txt'))
  await scan()
  const [file] = await list()
  expect([file.state, (await download(file)).status]).toEqual(['failed', 409])
})

it('REF-13 a scanned screenshot of a ticket stays readable, and an infected one would not be', async () => {
  const { id } = (await uploadImage(creator, await makeImage())).body
  expect((await creator('GET', `/api/file/${id}`)).status).toBe(200)
  await scan()
  expect((await creator('GET', `/api/file/${id}`)).status).toBe(200)
  await database.updateTable('file').set({ scanState: 'infected' }).where('id', '=', id).execute()
  expect((await creator('GET', `/api/file/${id}`)).status).toBe(404)
})

it(`REF-13 a file that cannot be read holds back no other one from ${scannerName}`, async () => {
  const { upload, send, list } = await makeReferral()
  const ids: string[] = []
  for (let each = 0; each < 5; each++) ids.push(await upload(makePdf(`x${each}`), `${each}.pdf`))
  await send(ids[4] as string)
  const unreadable = ids.slice(0, 4)
  for (const id of unreadable) {
    await store.remove(id)
    mkdirSync(join(app.config.dataDir, 'files', id.slice(0, 2), id), { recursive: true })
  }
  await expect
    .poll(
      () =>
        scan()
          .then(() => list())
          .then(([file]) => file.state),
      { timeout: 20_000 },
    )
    .toBe('clean')
  await database.updateTable('file').set({ scanState: 'failed' }).where('id', 'in', unreadable).execute()
})

it(`REF-13 while ${scannerName} is away files wait, after ten minutes the log says so as an error, and later they are checked`, async () => {
  await scanner.stop()
  const { upload, send, list } = await makeReferral()
  const fileId = await upload(makePdf('x'), 'a.pdf')
  await send(fileId)
  const alarms = () => lines.filter((line) => line.includes('files wait for the virus scanner'))
  await scan()
  expect([(await list())[0].state, alarms()]).toEqual(['waiting', []])
  await database
    .updateTable('file')
    .set({ createdOn: sql<string>`created_on - interval '11 minutes'` })
    .where('id', '=', fileId)
    .execute()
  await scan()
  expect(alarms().map((line) => JSON.parse(line))).toMatchObject([{ level: 50, waiting: 1 }])
  expect(alarms()[0]).not.toContain('a.pdf')
  await scanner.start()
  await scan()
  expect([(await list())[0].state, alarms().length]).toEqual(['clean', 1])
})
