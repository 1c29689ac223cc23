import { expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { findTraces } from '#test/find-traces.ts'
import { makeImage, uploadImage } from '#test/images.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'

const app = await startTestApp()
const stage = await makeStage(app)
const { creator, senderAdmin, recipient, third } = stage.as
const text = await app.database.selectFrom('consentText').select('id').executeTakeFirstOrThrow()
const givenOn = new Date().toISOString().slice(0, 10)

const upload = async (call = creator): Promise<string> =>
  (await uploadImage(call, await makeImage(), 'scan.png')).body.id
const addPerson = async (): Promise<string> => (await makePerson(creator, {}, null)).id
const give = (contactId: string, given: object) =>
  creator('POST', `/api/contact/${contactId}/consent`, {
    ...{ scope: 'network', givenOn, textId: text.id, language: 'es' },
    ...given,
  })

it('INT-14 a consent on a text needs its proof, at its field: a signature, a witness, or the scan of a paper', async () => {
  const id = await addPerson()
  const errorsOf = async (given: object) => (await give(id, given)).body.errors
  expect(await errorsOf({ howGiven: 'electronic' })).toEqual([{ path: 'signedName', message: 'signature-needed' }])
  expect(await errorsOf({ howGiven: 'verbal' })).toEqual([{ path: 'witnessName', message: 'witness-needed' }])
  expect(await errorsOf({ howGiven: 'written', signedName: 'Noor' })).toEqual([
    { path: 'fileId', message: 'scan-needed' },
  ])
  const witnessed = { howGiven: 'verbal', witnessName: 'Bo Reyes' }
  expect(await errorsOf({ ...witnessed, language: null })).toEqual([{ path: 'language', message: 'needed' }])
  expect(await errorsOf({ ...witnessed, textId: crypto.randomUUID() })).toEqual([
    { path: 'textId', message: 'unknown-text' },
  ])
  const foreign = await upload(recipient)
  expect(await errorsOf({ howGiven: 'written', fileId: foreign })).toEqual([{ path: 'fileId', message: 'file-gone' }])
  expect((await creator('GET', `/api/contact/${id}`)).body.consents).toEqual([])
})

it('INT-14 the record keeps the version, the language and the proof, and of each way only its own', async () => {
  const id = await addPerson()
  const fileId = await upload()
  const all = { witnessName: 'Bo Reyes', signedName: 'Noor Abadi' }
  await give(id, { ...all, howGiven: 'verbal' })
  await give(id, { ...all, howGiven: 'electronic' })
  const { consents } = (await give(id, { ...all, howGiven: 'written', fileId })).body
  const known = { textId: text.id, textNumber: 1, language: 'es' }
  expect(consents).toMatchObject([
    { ...known, howGiven: 'written', witnessName: null, signedName: null, fileId },
    { ...known, howGiven: 'electronic', witnessName: null, signedName: 'Noor Abadi', fileId: null },
    { ...known, howGiven: 'verbal', witnessName: 'Bo Reyes', signedName: null, fileId: null },
  ])
  // A file proves one consent.
  expect((await give(id, { howGiven: 'written', fileId })).body.errors).toMatchObject([{ path: 'fileId' }])
  const path = `/api/contact/${id}/consent/${consents[0].id}/text`
  expect((await creator('GET', path)).body).toMatchObject({
    ...{ number: 1, language: 'es', title: 'Permiso para compartir mi información' },
    paragraphs: expect.arrayContaining([expect.stringContaining(stage.sender.name)]),
  })
  for (const call of [recipient, third]) expect((await call('GET', path)).status).toBe(404)
})

it('INT-14 a scan is read by who may see the record, and nobody else; the access is recorded', async () => {
  const id = await addPerson()
  const fileId = await upload()
  await give(id, { howGiven: 'written', fileId })
  await refer(stage, { contactId: id })
  const before = (await accessLogOf(app.database, id)).length
  const read = (call: typeof creator) => call('GET', `/api/file/${fileId}`)
  for (const call of [recipient, third]) expect((await read(call)).status).toBe(404)
  expect(await accessLogOf(app.database, id)).toHaveLength(before)
  expect((await read(senderAdmin)).headers['content-type']).toBe('image/png')
  expect((await accessLogOf(app.database, id)).slice(before)).toMatchObject([{ way: 'record' }])
})

it('INT-14 INT-17 a consent stays after an erasure, without the names, the signature and the scan', async () => {
  const id = await addPerson()
  const fileId = await upload()
  await give(id, { howGiven: 'written', fileId })
  await give(id, { howGiven: 'verbal', witnessName: 'Quetzalwort' })
  expect((await senderAdmin('GET', `/api/contact/${id}/export`)).body.consents[0]).toMatchObject({
    ...{ witnessName: 'Quetzalwort', textNumber: 1, language: 'es' },
  })
  expect((await senderAdmin('POST', `/api/contact/${id}/erase`, { name: 'Noor Abadi' })).status).toBe(204)
  expect(await findTraces(app.database, ['Quetzalwort'])).toEqual([])
  // Not even who uploaded it may read it.
  expect((await creator('GET', `/api/file/${fileId}`)).status).toBe(404)
  const file = await app.database.selectFrom('file').select('removingOn').where('id', '=', fileId).executeTakeFirst()
  expect(file?.removingOn).not.toBeNull()
  const kept = await app.database.selectFrom('consent').select('fileId').where('contactId', '=', id).execute()
  expect(kept).toEqual([{ fileId: null }, { fileId: null }])
})

it('INT-14 a consent from before there was a text stays valid, and says that no text is known', async () => {
  const id = await addPerson()
  const { consents } = (await give(id, { howGiven: 'written', textId: null, signedName: 'Ignored' })).body
  expect(consents).toMatchObject([{ textId: null, textNumber: null, language: null, signedName: null }])
  expect((await refer(stage, { contactId: id })).status).toBe(201)
  expect((await creator('GET', `/api/contact/${id}/consent/${consents[0].id}/text`)).status).toBe(404)
})

it('INT-14 INT-03 who reads which referrals are based on a consent is in the access log', async () => {
  const id = await addPerson()
  await give(id, { howGiven: 'verbal', textId: null, language: null })
  const consentId = (await creator('GET', `/api/contact/${id}`)).body.consents[0].id
  const path = `/api/contact/${id}/consent/${consentId}/use`
  const before = (await accessLogOf(app.database, id)).length
  expect((await recipient('GET', path)).status).toBe(404)
  expect(await accessLogOf(app.database, id)).toHaveLength(before)
  // Reading again within the same sitting is not recorded again.
  for (const _ of [1, 2]) expect((await senderAdmin('GET', path)).status).toBe(200)
  expect((await accessLogOf(app.database, id)).slice(before)).toMatchObject([{ way: 'record' }])
})
