import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeConsentStage } from '#test/consent-request-stage.ts'
import { makeImage } from '#test/images.ts'
import { makePerson } from '#test/referral-stage.ts'

// Its day begins many hours before that of UTC.
const app = await startTestApp({ TIME_ZONE: 'Pacific/Kiritimati' })
const { database, anonymous } = app
const { stage, text, terms, ask, open, consentsOf, set } = await makeConsentStage(app)
const { creator } = stage.as

const wrong = '1990-01-01'
const locked = { status: 409, code: 'consent-request-locked', message: 'Please enter the birth date again.' }

it('INT-14 a fifth wrong birth date locks a link in all, also for the browser that has it open', async () => {
  const { enter, link, session, act, items } = await open()
  for (let tries = 0; tries < 4; tries++) expect((await enter(wrong)).status).toBe(400)
  expect((await enter()).status).toBe(200)
  expect((await anonymous('GET', link)).status).toBe(200)
  expect((await items())[0].standing).toBe('pending')
  expect((await enter(wrong)).status).toBe(400)
  expect((await anonymous('GET', link)).body).toMatchObject({ status: 410, reason: 'locked' })
  expect((await act('read', { session })).body).toMatchObject({ status: 410, reason: 'locked' })
  expect((await items())[0].standing).toBe('locked')
})

it('INT-14 one browser at a time has a link open, for twenty minutes from its last call', async () => {
  const { link, enter, act, items, call } = await open()
  const first = (await items())[0].openedOn
  expect(first).toEqual(expect.any(String))
  const { session } = (await enter()).body
  expect((await act('read')).body).toMatchObject(locked)
  expect((await act('read', { session: 'guessed' })).body).toMatchObject(locked)
  expect((await act('read', { session })).status).toBe(200)
  // When it was first opened stays on record.
  expect((await items())[0].openedOn).toBe(first)
  await set('session_expires_on', "now() + interval '30 seconds'", { call })
  expect((await anonymous('POST', `${link}/read`, { session, language: 'es' })).status).toBe(200)
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from session_expires_on - now()) / 60)::integer as minutes from consent_request
    where id = ${call.id}::uuid`.execute(database)
  expect(rows).toEqual([{ minutes: 20 }])
})

it('INT-14 a link says before the birth date why it opens nothing any more', async () => {
  const [expired, withdrawn, gone] = [await ask(), await ask(), await ask()]
  await set('link_expires_on', "now() - interval '1 second'", expired)
  await creator('DELETE', withdrawn.of)
  await sql`update contact set organization_id = null where id = ${gone.contactId}::uuid`.execute(database)
  for (const [{ link, enter }, reason] of [
    [expired, 'expired'],
    [withdrawn, 'withdrawn'],
    [gone, 'withdrawn'],
  ] as const) {
    expect((await anonymous('GET', link)).body).toMatchObject({ status: 410, reason })
    expect((await enter()).body).toMatchObject({ status: 410, reason })
    // Nor does it count a try.
    expect((await enter(wrong)).body).toMatchObject({ status: 410, reason })
  }
  await set('link_expires_on', "now() + interval '1 hour'", expired)
  for (let tries = 0; tries < 4; tries++) expect((await expired.enter(wrong)).status).toBe(400)
  expect((await expired.enter()).status).toBe(200)
  const unknown = '/api/consentRequest/open/unknown'
  expect((await anonymous('POST', unknown, { birthDate: wrong })).status).toBe(404)
  for (const act of ['read', 'refuse'])
    expect((await anonymous('POST', `${unknown}/${act}`, { session: 'x', language: 'en', reason: null })).status).toBe(
      404,
    )
})

it('INT-14 an answer can be read again until the link expires, and then no longer', async () => {
  const { sign, act, items, call } = await open()
  const signed = (await sign()).body
  expect(signed).toMatchObject({ answer: 'given', signedName: 'Noor Abadi', refusalReason: null, terms })
  expect(signed.organizationName).toBe(stage.sender.name)
  expect((await act('read', { language: 'en' })).body).toEqual(signed)
  expect(signed.answeredOn).toBe((await items())[0].answeredOn)
  await set('link_expires_on', 'now()', { call })
  expect((await act('read')).body).toMatchObject({ status: 410, reason: 'expired' })
  // For staff it stays answered.
  expect((await items())[0].standing).toBe('given')
})

it('INT-14 a consent by link is in force at once, wherever the day is further', async () => {
  const { contactId, sign } = await open()
  await sign()
  const [consent] = await consentsOf(contactId)
  expect(consent.givenOn).toBe(consent.recordedOn.slice(0, 10))
})

it('INT-14 the order of needs and organizations is no difference, and what is named twice counts once', async () => {
  const recipientIds = [stage.recipient.id, stage.third.id]
  const needs = ['homelessness', 'legal-help']
  const { contactId, sign } = await open({ recipientIds, needs })
  const part = await sign({ terms: { ...terms, recipientIds, needs: ['homelessness'] } })
  expect(part.body).toMatchObject({
    ...{ status: 409, code: 'consent-request-differs' },
    message: 'This is not the text that was asked for. Please read it again.',
  })
  const same = {
    ...terms,
    recipientIds: [...recipientIds].reverse(),
    needs: ['legal-help', 'homelessness', 'legal-help'],
  }
  expect((await sign({ terms: same })).body.answer).toBe('given')
  expect(await consentsOf(contactId)).toMatchObject([{ needs }])
})

it('INT-14 a signature is drawn only for a request that an account of the organization asked, a name always typed', async () => {
  const { contactId, sign, call } = await open()
  const signature = (await makeImage()).toString('base64')
  await set('asked_by', 'null', { call })
  const drawn = await sign({ signature })
  expect([drawn.status, drawn.body.errors]).toEqual([400, [{ path: 'signature', message: 'type-your-name' }]])
  expect(await consentsOf(contactId)).toEqual([])
  expect((await sign()).body.answer).toBe('given')
  expect(await consentsOf(contactId)).toMatchObject([{ signedName: 'Noor Abadi', fileId: null }])
})

it('INT-14 a drawn signature is stored once, however often it is sent', async () => {
  const { contactId, sign } = await open()
  const signature = (await makeImage()).toString('base64')
  const files = async () => (await sql`select from file`.execute(database)).rows.length
  const before = await files()
  const both = await sign({ signature })
  expect(both.body).toMatchObject({ answer: 'given', signedName: 'Noor Abadi' })
  expect((await sign({ signedName: null, signature })).body.answer).toBe('given')
  expect(await files()).toBe(before + 1)
  expect(await consentsOf(contactId)).toMatchObject([{ fileId: expect.any(String), signedName: 'Noor Abadi' }])
})

it('INT-14 a drawn signature may be as large as the contract says', async () => {
  const { contactId, sign } = await open()
  const noise = { create: { width: 380, height: 380, channels: 3, background: 'white' } } as const
  const image = await sharp({
    ...noise,
    create: { ...noise.create, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer()
  const signature = image.toString('base64')
  expect([signature.length > 400_000, signature.length < 600_000]).toEqual([true, true])
  const signed = await sign({ signature })
  expect([signed.status, signed.body.answer]).toEqual([200, 'given'])
  expect(await consentsOf(contactId)).toMatchObject([{ fileId: expect.any(String) }])
  const tooLarge = await (await open()).sign({ signature: 'A'.repeat(600_001) })
  expect([tooLarge.status, tooLarge.body.errors?.[0]?.path]).toEqual([400, 'signature'])
})

it('INT-14 a refusal is audited without its words, needs none, and is not taken back by a signature or the reverse', async () => {
  const [silent, given] = [await open(), await open()]
  const refused = (await silent.refuse()).body
  expect(refused).toMatchObject({ answer: 'refused', refusalReason: null, signedName: null })
  expect((await silent.refuse('Later')).body).toMatchObject({ answer: 'refused', refusalReason: null })
  const acts = (await auditsOf(database, silent.contactId)).filter(({ action }) => action === 'consent.refuse')
  expect(acts).toEqual([
    {
      ...{ actorId: null, action: 'consent.refuse', subjectType: 'contact' },
      detail: { requestId: silent.call.id },
    },
  ])
  expect(await silent.items()).toMatchObject([{ standing: 'refused', answeredIn: 'es', refusalReason: null }])
  const answered = { status: 409, code: 'consent-request-answered' }
  expect((await silent.sign()).body).toMatchObject(answered)
  await given.sign()
  expect((await given.refuse('No')).body).toMatchObject(answered)
  expect(await given.items()).toMatchObject([{ standing: 'given', refusalReason: null }])
  expect(await consentsOf(given.contactId)).toHaveLength(1)
})

it('INT-14 each answer notifies who asked, and their screens, once', async () => {
  const subjects = async () => {
    await app.workJobs()
    const mails = await app.outbox(stage.accounts.creator.email)
    const count = (words: string) => mails.filter(({ subject }) => subject === words).length
    return [count('A person gave their consent'), count('A person did not give their consent')]
  }
  const [signed, refused] = [await open(), await open()]
  const told = async (contactId: string) =>
    (await sql`select from event where type = 'contact' and subject_id = ${contactId}`.execute(database)).rows.length
  const [gave, none] = (await subjects()) as [number, number]
  const before = [await told(signed.contactId), await told(refused.contactId)]
  for (const _ of [1, 2]) await signed.sign()
  for (const _ of [1, 2]) await refused.refuse()
  expect(await subjects()).toEqual([gave + 1, none + 1])
  expect(await told(refused.contactId)).toBe((before[1] ?? 0) + 1)
  expect(await told(signed.contactId)).toBeGreaterThan(before[0] ?? 0)
})

it('INT-14 INT-12 after an undone merge a request is with its person again, and one that was asked since stays', async () => {
  const asked = await open()
  const into = (await makePerson(creator, {}, null)) as { id: string; version: number }
  const paired = await creator('POST', `/api/contact/${into.id}/pair`, { otherId: asked.contactId })
  const versions = { [into.id]: 1, [asked.contactId]: 1 }
  const call = { stays: into.id, versions, take: [] }
  expect((await creator('POST', `/api/personPair/${paired.body.id}/merge`, call)).status).toBe(200)
  const since = { ...asked.call, id: randomUUID() }
  const ofInto = `/api/contact/${into.id}/consentRequest`
  const idsOf = async (path: string) =>
    (await creator('GET', path)).body.items.map(({ id }: { id: string }) => id).sort()
  const [unchanged] = (await creator('GET', `/api/contact/${into.id}/merged`)).body.items
  expect(unchanged.since).toEqual([])
  expect((await creator('POST', ofInto, since)).status).toBe(201)
  expect(await idsOf(ofInto)).toEqual([asked.call.id, since.id].sort())
  const [former] = (await creator('GET', `/api/contact/${into.id}/merged`)).body.items
  expect(former.since).toEqual([{ table: 'consent_request', count: 1 }])
  expect((await creator('POST', `/api/personMerge/${former.mergeId}/undo`, {})).status).toBe(200)
  expect([await idsOf(asked.path), await idsOf(ofInto)]).toEqual([[asked.call.id], [since.id]])
  expect((await asked.sign()).body.answer).toBe('given')
})

it('INT-14 a request without an answer is deleted a year after its link expired, an answered one stays', async () => {
  const [old, recent, answered] = [await ask(), await ask(), await open()]
  await answered.refuse('Not now')
  for (const each of [old, answered]) await set('link_expires_on', "now() - interval '1 year 1 day'", each)
  await set('link_expires_on', "now() - interval '1 year' + interval '1 day'", recent)
  await app.runTask('tidy')
  const standings = async ({ items }: { items: () => Promise<{ standing: string }[]> }) =>
    (await items()).map(({ standing }) => standing)
  expect([await standings(old), await standings(recent), await standings(answered)]).toEqual([
    ...[[], ['expired'], ['refused']],
  ])
  expect((await anonymous('GET', old.link)).status).toBe(404)
  expect((await anonymous('GET', recent.link)).body).toMatchObject({ status: 410, reason: 'expired' })
})

it('INT-14 the text is that of the request, and another language can be read before the answer only', async () => {
  const { act, refuse } = await open()
  for (const [language, title] of [
    ['es', 'Permiso'],
    ['en', 'Permission'],
  ] as const)
    expect((await act('read', { language })).body.text).toMatchObject({
      ...{ language, textId: text.id, number: 1, title: expect.stringContaining(title) },
    })
  await refuse()
  expect((await act('read', { language: 'en' })).body.text.language).toBe('es')
})
