import { rename, writeFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { docx, makePdf, uploadDocument, xlsx } from '#test/documents-to-send.ts'
import { makeImage } from '#test/images.ts'
import { zipOf } from '#test/imports.ts'
import { makePerson, makeStage, refer, type Stage, wholeCall } from '#test/referral-stage.ts'

const app = await startTestApp()
const { database, config } = app
let stage: Stage
beforeAll(async () => {
  stage = await makeStage(app)
})
const pdf = makePdf('Consent of Noor Abadi')

async function makeReferral(given: object = {}) {
  const contactId = (await makePerson(stage.as.creator)).id as string
  const { id, version } = (await refer(stage, { contactId, ...given })).body as { id: string; version: number }
  const at = `/api/referral/${id}`
  const upload = async (call = stage.as.creator, bytes: Uint8Array = pdf, name = 'consent.pdf') =>
    (await uploadDocument(call, id, bytes, name)).body.id as string
  const send = (call: Caller, fileIds: string[], text = '') =>
    call('POST', `${at}/fileMessage`, { text, files: fileIds.map((fileId) => ({ fileId, category: 'consent' })) })
  const list = async (call = stage.as.creator) => (await call('GET', `${at}/file`)).body.items
  /** One file from the sender, as both sides list it. */
  const share = async (call = stage.as.creator) => {
    await send(call, [await upload(call)])
    return (await list(call)).at(-1) as { id: string; fileName: string }
  }
  const download = (call: Caller, fileId: string) => call('GET', `${at}/file/${fileId}/download`)
  const take = (call: Caller, action: string) => call('POST', `${at}/transition`, wholeCall(action, version))
  return { id, at, contactId, upload, send, list, share, download, take }
}
const savedRows = async (referralId: string) => ({
  files: await database.selectFrom('referralFile').select('id').where('referralId', '=', referralId).execute(),
  messages: await database.selectFrom('referralMessage').select('id').where('referralId', '=', referralId).execute(),
})

it('REF-13 REF-04 a message carries files to the other organization, which downloads them as attachments', async () => {
  const { id, contactId, at, upload, send, list, download } = await makeReferral()
  const sent = await send(stage.as.creator, [await upload()], 'Her consent')
  expect([sent.status, sent.body.text]).toEqual([201, 'Her consent'])
  const [file] = await list(stage.as.recipient)
  expect(file).toEqual({
    ...{ id: expect.any(String), messageId: sent.body.id, fileName: 'consent.pdf', size: pdf.length },
    ...{ category: 'consent', withdrawnOn: null, state: 'unchecked', mayWithdraw: false },
  })
  expect((await list(stage.as.senderAdmin))[0].mayWithdraw).toBe(true)
  const got = await download(stage.as.recipient, file.id)
  expect([got.status, got.bytes.equals(pdf)]).toEqual([200, true])
  expect(got.headers).toMatchObject({
    ...{ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
    'content-disposition': 'attachment; filename=consent.pdf',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const downloads = async () =>
    (await accessLogOf(database, contactId)).filter(({ way }) => way === 'file').map(({ referralId }) => referralId)
  expect(await downloads()).toEqual([id])
  await download(stage.as.recipient, file.id)
  expect(await downloads()).toEqual([id, id])
  // A message without words counts as unread like any other.
  await send(stage.as.creator, [await upload()])
  expect((await stage.as.recipient('GET', at)).body.unreadCount).toBe(2)
})

it('REF-13 nobody else reaches a file: other organizations, other referrals, or by the number of the stored file', async () => {
  const { at, share, download, upload, send } = await makeReferral()
  const { id } = await share()
  const other = await makeReferral()
  expect((await stage.as.third('GET', `${at}/file`)).status).toBe(404)
  expect((await download(stage.as.third, id)).status).toBe(404)
  expect((await other.download(stage.as.recipient, id)).status).toBe(404)
  const { fileId } = await database
    .selectFrom('referralFile')
    .select('fileId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  for (const call of Object.values(stage.as)) expect((await call('GET', `/api/file/${fileId}`)).status).toBe(404)
  // Before it is sent, it is its uploader's alone, and is not shown as a page either.
  const waiting = await upload()
  expect((await stage.as.creator('GET', `/api/file/${waiting}`)).status).toBe(404)
  expect((await send(stage.as.recipient, [waiting])).body.errors).toEqual([{ path: 'files.0', message: 'file-gone' }])
  expect((await uploadDocument(stage.as.third, other.id, pdf, 'a.pdf')).status).toBe(404)
})

const latin = Buffer.from('name;city\r\nJosé;Búfalo\r\n', 'latin1')
it.each([
  ['PDF', pdf, 'a.PDF', 'application/pdf'],
  ['PNG', await makeImage('png'), 'a.png', 'image/png'],
  ['JPEG', await makeImage('jpeg'), 'a.jpeg', 'image/jpeg'],
  ['WebP', await makeImage('webp'), 'a.webp', 'image/webp'],
  ['Word file', docx(), 'a.docx', /wordprocessingml/],
  ['Excel file', xlsx(), 'a.xlsx', /spreadsheetml/],
  ['CSV of an old spreadsheet', latin, 'a.csv', 'text/csv'],
  ['text with a mark of its order', Buffer.from('\ufeffSí — ok\n'), 'a.txt', 'text/plain'],
])('REF-13 takes a %s', async (_what, bytes, name, contentType) => {
  const { id } = await makeReferral()
  const { status, body } = await uploadDocument(stage.as.creator, id, bytes, name)
  expect([status, body.fileName]).toEqual([201, name])
  if (contentType instanceof RegExp) expect(body.contentType).toMatch(contentType)
  else expect(body.contentType).toBe(contentType)
})

const png = await makeImage()
const page = Buffer.from('<!doctype html><script>alert(1)</script>')
const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')
const types = (main: string) => `<Types><Override PartName="/x" ContentType="application/vnd.${main}"/></Types>`
it.each([
  ['HTML', page, 'page.html', 415, 'document-wrong-type'],
  ['HTML with another name', page, 'page.pdf', 400, 'document-mismatch'],
  ['HTML as text', page, 'page.txt', 400, 'document-mismatch'],
  ['an SVG', svg, 'drawing.svg', 415, 'document-wrong-type'],
  ['an SVG as a picture', svg, 'drawing.png', 400, 'document-mismatch'],
  ['an SVG as text', svg, 'drawing.csv', 400, 'document-mismatch'],
  ['an archive', zipOf({ 'a.txt': 'x' }), 'a.zip', 415, 'document-wrong-type'],
  ['an archive as a Word file', zipOf({ 'a.txt': 'x' }), 'a.docx', 400, 'document-mismatch'],
  ['an Excel file as a Word file', xlsx(), 'a.docx', 400, 'document-mismatch'],
  ['a program', Buffer.from('MZ\u0000\u0003'), 'a.exe', 415, 'document-wrong-type'],
  ['a program as text', Buffer.from('MZ\u0000\u0003'), 'a.txt', 400, 'document-mismatch'],
  ['a shell script as text', Buffer.from('#!/bin/sh\nrm -rf ~'), 'a.txt', 400, 'document-mismatch'],
  ['a PDF as text', pdf, 'a.txt', 400, 'document-mismatch'],
  ['a PNG that says JPEG', png, 'a.jpg', 400, 'document-mismatch'],
  ['half a picture', (await makeImage('jpeg', 900)).subarray(0, 3000), 'half.jpg', 400, 'file-damaged'],
  ['half a Word file', docx().subarray(0, 200), 'half.docx', 400, 'file-damaged'],
  ['an old Word file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old.docx', 400, 'document-mismatch'],
  ['a file with macros by its name', docx(), 'a.docm', 415, 'document-wrong-type'],
  ['macros in a Word file', docx({ 'word/vbaProject.bin': 'x' }), 'a.docx', 400, 'document-macros'],
  ['macros in an Excel file', xlsx({ 'xl/vbaProject.bin': 'x' }), 'a.xlsx', 400, 'document-macros'],
  ['old macros in an Excel file', xlsx({ 'xl/macrosheets/sheet1.xml': 'x' }), 'a.xlsx', 400, 'document-macros'],
  [
    'a macro file with another name',
    docx({ '[Content_Types].xml': types('ms-word.document.macroEnabled.main+xml') }),
    ...(['a.docx', 400, 'document-macros'] as const),
  ],
  ['a program inside a Word file', docx({ 'word/embeddings/oleObject1.bin': 'x' }), 'a.docx', 400, 'document-macros'],
  [
    'a Word file with a template elsewhere',
    docx({
      'word/_rels/settings.xml.rels':
        '<Relationship Type="…/attachedTemplate" Target="https://evil.test/a.dotm" TargetMode="External"/>',
    }),
    ...(['a.docx', 400, 'document-macros'] as const),
  ],
  ['an empty file', Buffer.alloc(0), 'empty.pdf', 400, 'file-empty'],
  ['10 MB and a byte', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'large.txt', 413, 'document-too-large'],
] as const)('REF-13 refuses %s, names the file, and stores nothing', async (_what, bytes, name, status, mistake) => {
  const { id } = await makeReferral()
  const count = () => database.selectFrom('file').select('id').execute()
  const before = await count()
  const { status: got, body } = await uploadDocument(stage.as.creator, id, bytes, name)
  expect({ status: got, errors: body.errors }).toEqual({ status, errors: [{ path: 'file', message: mistake }] })
  expect(body.message).toContain(name)
  expect(await count()).toEqual(before)
})

it('REF-13 a recall, a withdrawn consent and an entry in error close the files for the recipient at once', async () => {
  const recalled = await makeReferral()
  const withdrawn = await makeReferral()
  const wrong = await makeReferral()
  const ids = new Map<unknown, string>()
  for (const one of [recalled, withdrawn, wrong]) {
    ids.set(one, (await one.share()).id)
    expect((await one.download(stage.as.recipient, ids.get(one) ?? '')).status).toBe(200)
  }
  await recalled.take(stage.as.creator, 'recall')
  const [consent] = (await stage.as.creator('GET', `/api/contact/${withdrawn.contactId}`)).body.consents
  await stage.as.creator('POST', `/api/contact/${withdrawn.contactId}/consent/${consent.id}/withdraw`, {
    recall: false,
  })
  await wrong.take(stage.as.senderAdmin, 'markError')
  for (const one of [recalled, withdrawn, wrong]) {
    expect((await stage.as.recipient('GET', `${one.at}/file`)).status).toBe(404)
    expect((await one.download(stage.as.recipient, ids.get(one) ?? '')).status).toBe(404)
    expect((await uploadDocument(stage.as.recipient, one.id, pdf, 'a.pdf')).status).toBeGreaterThanOrEqual(403)
    expect((await one.download(stage.as.senderAdmin, ids.get(one) ?? '')).status).toBe(200)
  }
  expect((await wrong.download(stage.as.creator, ids.get(wrong) ?? '')).status).toBe(404)
})

it('REF-13 what was uploaded before the recall is not sent after it', async () => {
  const { id, upload, send, take } = await makeReferral()
  const file = await upload(stage.as.recipient)
  await take(stage.as.creator, 'recall')
  expect((await send(stage.as.recipient, [file])).status).toBe(404)
  expect(await savedRows(id)).toEqual({ files: [], messages: [] })
})

it('REF-13 a side withdraws its own file: nobody reads it again, its bytes go, and that it was there stays', async () => {
  const { at, share, list, download } = await makeReferral()
  const { id } = await share()
  const { fileId } = await database
    .selectFrom('referralFile')
    .select('fileId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const withdraw = (call: Caller) => call('POST', `${at}/file/${id}/withdraw`)
  expect((await withdraw(stage.as.recipient)).status).toBe(403)
  expect((await withdraw(stage.as.third)).status).toBe(404)
  for (let time = 0; time < 2; time++)
    expect((await withdraw(stage.as.senderAdmin)).body.items).toMatchObject([
      { fileName: 'consent.pdf', withdrawnOn: expect.any(String), mayWithdraw: false },
    ])
  for (const call of [stage.as.recipient, stage.as.creator]) expect((await download(call, id)).status).toBe(404)
  await app.runTask('tidy-files')
  expect(await app.store.get(fileId ?? '')).toBeNull()
  expect(await list(stage.as.recipient)).toMatchObject([{ withdrawnOn: expect.any(String) }])
})

it('REF-13 a referral has twenty files at most, also when two are sent at once; a withdrawn one makes room', async () => {
  const { id, at, upload, send, list } = await makeReferral()
  const nineteen = await Promise.all(Array.from({ length: 19 }, () => upload()))
  await send(stage.as.creator, nineteen)
  const [one, two] = [await upload(), await upload(stage.as.recipient)]
  const answers = await Promise.all([send(stage.as.creator, [one]), send(stage.as.recipient, [two])])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
  expect(answers.find(({ status }) => status === 400)?.body.errors).toEqual([{ path: 'files', message: 'most-files' }])
  expect((await savedRows(id)).messages).toHaveLength(2)
  const [first] = await list()
  await stage.as.creator('POST', `${at}/file/${first.id}/withdraw`)
  expect((await send(stage.as.creator, [await upload()])).status).toBe(201)
})

it('REF-13 a repeated call writes nothing twice, and one file that is gone keeps back the whole message', async () => {
  const { id, upload, send } = await makeReferral()
  const file = await upload()
  const [first, again] = [await send(stage.as.creator, [file], 'Here'), await send(stage.as.creator, [file], 'Here')]
  expect([again.status, again.body.id]).toEqual([201, first.body.id])
  const good = await upload()
  const refused = await send(stage.as.creator, [good, file], 'Both')
  expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'files.1', message: 'file-gone' }]])
  const saved = await savedRows(id)
  expect([saved.files.length, saved.messages.length]).toEqual([1, 1])
  expect((await send(stage.as.creator, [good], 'Alone')).status).toBe(201)
})

it('REF-13 a store that fails keeps nothing half saved, and says so', async () => {
  if (config.storage.kind !== 'disk') throw new Error('this test stores on a disk')
  const { id, share, download } = await makeReferral()
  const file = await share()
  const { folder } = config.storage
  const before = await database.selectFrom('file').select('id').where('storedOn', 'is not', null).execute()
  await rename(folder, `${folder}-away`)
  await writeFile(folder, '')
  try {
    const refused = await uploadDocument(stage.as.creator, id, pdf, 'a.pdf')
    expect(refused.body).toMatchObject({ status: 503, code: 'storage-unavailable' })
    expect((await download(stage.as.recipient, file.id)).body.code).toBe('storage-unavailable')
  } finally {
    await rename(folder, `${folder}-not`)
    await rename(`${folder}-away`, folder)
  }
  const after = await database.selectFrom('file').select('id').where('storedOn', 'is not', null).execute()
  expect(after).toEqual(before)
  expect((await download(stage.as.recipient, file.id)).status).toBe(200)
})

it('REF-13 the export lists the files of a person, and an erasure deletes them', async () => {
  const { contactId, id, at, share, take } = await makeReferral()
  const { id: fileId } = await share(stage.as.recipient)
  expect((await stage.as.senderAdmin('GET', `/api/contact/${contactId}/export`)).body.referralFiles).toMatchObject([
    { referralId: id, fileName: 'consent.pdf', category: 'consent', organization: stage.recipient.name },
  ])
  const stored = await database
    .selectFrom('referralFile')
    .select('fileId')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  await take(stage.as.creator, 'recall')
  expect((await stage.as.senderAdmin('POST', `/api/contact/${contactId}/erase`, { name: 'Noor Abadi' })).status).toBe(
    204,
  )
  expect((await savedRows(id)).files).toEqual([])
  expect((await stage.as.creator('GET', `${at}/file`)).body.items ?? []).toEqual([])
  await app.runTask('tidy-files')
  expect(await database.selectFrom('file').select('id').where('id', '=', stored.fileId).execute()).toEqual([])
})
