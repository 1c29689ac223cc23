import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeConsentStage } from '#test/consent-request-stage.ts'
import { makeImage } from '#test/images.ts'
import { makePerson, refer } from '#test/referral-stage.ts'
import { safeRules } from '#test/safe-contact.ts'

const app = await startTestApp()
const { database, anonymous } = app
const { stage, terms, ask, open, consentsOf, set } = await makeConsentStage(app)
const { creator, recipient, third, senderAdmin } = stage.as

it('INT-14 INT-15 where something must not be mentioned, the link names nobody before the birth date', async () => {
  const { contactId, link, act } = await open()
  const given = safeRules({ avoid: 'the shelter' })
  expect((await creator('PUT', `/api/contact/${contactId}/safeContact`, given)).status).toBe(200)
  expect((await anonymous('GET', link)).body).toEqual({ organizationName: null, language: 'es' })
  expect((await act('read')).body.organizationName).toBe(stage.sender.name)
})

it('INT-14 a person reads the text on their phone after their birth date, signs, and a waiting draft can be sent', async () => {
  const { contactId, asked, link, act, sign, items } = await open()
  expect([asked.status, asked.body.url]).toEqual([201, expect.stringMatching(/\/c\/[1-9A-HJ-NP-Za-km-z]{14,}$/)])
  expect(asked.body.items).toMatchObject([{ standing: 'pending', textNumber: 1, askedByName: 'Maria Tester' }])
  const draft = (await refer(stage, { contactId, send: false })).body
  const send = async () => {
    const { version } = (await creator('GET', `/api/referral/${draft.id}`)).body
    return creator('POST', `/api/referral/${draft.id}/transition`, { action: 'send', version })
  }
  expect((await send()).body.code).toBe('consent-missing')
  expect((await anonymous('GET', link)).body).toEqual({ organizationName: stage.sender.name, language: 'es' })
  const read = (await act('read')).body
  expect(read).toMatchObject({ answer: null, terms, text: { number: 1, language: 'es' } })
  expect(read.text.paragraphs.join('\n')).toContain(`Quién la recibe: ${stage.recipient.name}.`)
  expect((await act('read', { language: 'en' })).body.text.title).toBe('Permission to share my information')
  expect((await sign()).body).toMatchObject({ answer: 'given', signedName: 'Noor Abadi' })
  expect(await consentsOf(contactId)).toMatchObject([
    { ...terms, howGiven: 'electronic', byLink: true, language: 'es', signedName: 'Noor Abadi', textNumber: 1 },
  ])
  expect((await send()).body.status).toBe('Sent')
  expect(await items()).toMatchObject([{ standing: 'given', answeredIn: 'es', openedOn: expect.any(String) }])
  const actions = (await auditsOf(database, contactId)).map(({ action, actorId }) => [action, actorId])
  expect(actions).toContainEqual(['consent.record', null])
  await app.workJobs()
  const subjects = (await app.outbox(stage.accounts.creator.email)).map(({ subject }) => subject)
  expect(subjects).toContain('A person gave their consent')
})

it('INT-14 a signature drawn on the phone is kept with the consent, for who may see the record only', async () => {
  const { contactId, sign } = await open()
  const signature = (await makeImage()).toString('base64')
  expect((await sign({ signedName: null })).body.errors).toEqual([{ path: 'signedName', message: 'signature-needed' }])
  expect((await sign({ signature: 'bm90IGEgcGljdHVyZQ==' })).body.errors).toMatchObject([{ path: 'signature' }])
  expect((await sign({ signedName: null, signature })).body.answer).toBe('given')
  const [{ fileId }] = await consentsOf(contactId)
  expect((await senderAdmin('GET', `/api/file/${fileId}`)).headers['content-type']).toBe('image/png')
  for (const call of [recipient, third]) expect((await call('GET', `/api/file/${fileId}`)).status).toBe(404)
})

it('INT-14 a refusal with a word why gives no consent, and who asked is notified', async () => {
  const { contactId, refuse, sign, items } = await open()
  expect((await refuse('I would like to wait.')).body).toMatchObject({ answer: 'refused' })
  expect((await refuse()).body.refusalReason).toBe('I would like to wait.')
  expect((await sign()).body.code).toBe('consent-request-answered')
  expect(await consentsOf(contactId)).toEqual([])
  expect(await items()).toMatchObject([{ standing: 'refused', refusalReason: 'I would like to wait.' }])
  await app.workJobs()
  const mails = await app.outbox(stage.accounts.creator.email)
  const [mail] = mails.filter(({ subject }) => subject === 'A person did not give their consent')
  expect(`${mail?.subject}${mail?.text}`).not.toMatch(/Noor|Abadi|wait/)
})

it('INT-14 other recipients, needs, ends or another text than asked for are refused, and nothing is given', async () => {
  const { contactId, sign } = await open()
  const changed = [
    { terms: { ...terms, recipientIds: [stage.third.id] } },
    { terms: { ...terms, recipientIds: [] } },
    { terms: { ...terms, scope: 'network' } },
    { terms: { ...terms, needs: [] } },
    { terms: { ...terms, expiresOn: '2030-01-01' } },
    { textId: randomUUID() },
  ]
  for (const change of changed) expect((await sign(change)).body.code).toBe('consent-request-differs')
  expect(await consentsOf(contactId)).toEqual([])
})

it('INT-14 signing twice or at once gives one consent, a refusal at the same moment loses, and the link shows what was signed', async () => {
  const { contactId, sign, refuse, enter, link } = await open()
  const answers = await Promise.all([sign(), sign(), refuse('No')])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const [given, refused] = [await consentsOf(contactId), answers[2]?.status === 200]
  expect(given).toHaveLength(refused ? 0 : 1)
  expect(answers.map(({ status }) => status)).toEqual(refused ? [409, 409, 200] : [200, 200, 409])
  const { session } = (await enter()).body
  const { body } = await anonymous('POST', `${link}/read`, { session, language: 'en' })
  expect(body).toMatchObject({ answer: refused ? 'refused' : 'given', text: { language: 'es' } })
})

it('INT-14 five wrong birth dates close the link; a new one opens it, and the earlier one names the newer', async () => {
  const { enter, link, of, items, path } = await ask()
  for (let tries = 0; tries < 5; tries++) {
    const wrong = await enter('1992-04-03')
    expect([wrong.status, wrong.body.errors]).toEqual([400, [{ path: 'birthDate', message: 'birth-date-wrong' }]])
  }
  const closed = await enter()
  expect([closed.status, closed.body.reason]).toEqual([410, 'locked'])
  const again = { way: { channel: 'copy' }, language: 'en', sends: 1 }
  const both = await Promise.all([creator('POST', `${of}/send`, again), creator('POST', `${of}/send`, again)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const urls = both.flatMap(({ body }) => body.url ?? [])
  expect(urls).toHaveLength(1)
  expect(await items()).toMatchObject([{ standing: 'pending', sends: 2, language: 'en' }])
  expect((await anonymous('GET', link)).body).toMatchObject({ status: 410, reason: 'replaced' })
  expect((await anonymous('GET', `/api/consentRequest/open/${urls[0].split('/c/')[1]}`)).status).toBe(200)
  expect((await anonymous('GET', '/api/consentRequest/open/none')).status).toBe(404)
  for (const call of [recipient, third]) {
    expect((await call('POST', `${of}/send`, again)).status).toBe(404)
    expect((await call('DELETE', of)).status).toBe(404)
    expect((await call('GET', path)).status).toBe(404)
  }
})

it('INT-14 a request that was taken back or expired says so, and cannot be signed', async () => {
  const [back, over, session] = [await open(), await open(), await open()]
  for (const _ of [1, 2]) expect((await creator('DELETE', back.of)).status).toBe(200)
  await set('link_expires_on', 'now()', over)
  await set('session_expires_on', 'now()', session)
  const reasons = [await back.sign(), await over.sign()].map(({ status, body }) => [status, body.reason])
  expect(reasons).toEqual([
    [410, 'withdrawn'],
    [410, 'expired'],
  ])
  expect((await session.sign()).body.code).toBe('consent-request-locked')
  const again = { way: { channel: 'copy' }, language: 'es', sends: 1 }
  expect((await creator('POST', `${back.of}/send`, again)).body.code).toBe('consent-request-answered')
  expect((await creator('POST', `${over.of}/send`, again)).status).toBe(200)
  const signed = await open()
  await signed.sign()
  expect((await creator('DELETE', signed.of)).body.code).toBe('consent-request-answered')
})

it('INT-14 a request is made once, and what it lacks is said at its field', async () => {
  const { call, path, items } = await ask()
  const again = await creator('POST', path, call)
  expect([again.status, again.body.url]).toEqual([201, null])
  expect(await items()).toHaveLength(1)
  const errorsOf = async (given: object, person: Record<string, unknown> = {}) =>
    (await ask(given, person)).asked.body.errors
  expect(await errorsOf({}, { birthDate: null })).toEqual([{ path: 'way', message: 'birth-date-missing' }])
  expect(await errorsOf({ recipientIds: [] })).toMatchObject([{ path: 'recipientIds' }])
  expect(await errorsOf({ expiresOn: '2020-01-01' })).toEqual([{ path: 'expiresOn', message: 'end-in-past' }])
  expect(await errorsOf({ textId: randomUUID() })).toEqual([{ path: 'textId', message: 'unknown-text' }])
  const other = { ...call, id: randomUUID() }
  for (const by of [recipient, third]) expect((await by('POST', path, other)).status).toBe(404)
})

it('INT-14 INT-15 D-MAIL-1 the message with the link names nobody and nothing, and goes only where it is safe', async () => {
  const to = `noor-${randomUUID()}@example.test`
  const { contactId, asked, call, path } = await ask({ way: { channel: 'email', to } })
  expect([asked.status, asked.body.url]).toEqual([201, null])
  const mail = await database
    .selectFrom('message')
    .select(['subject', 'text'])
    .where('recipient', '=', to)
    .executeTakeFirstOrThrow()
  expect(mail.text).toContain('/c/')
  expect(`${mail.subject}${mail.text}`).not.toMatch(/Noor|Abadi|Eastside|consent|homeless|refugio/i)
  await creator('PUT', `/api/contact/${contactId}/safeContact`, safeRules({ doNotContact: true }))
  const unsafe = await creator('POST', path, { ...call, id: randomUUID() })
  expect([unsafe.status, unsafe.body.code]).toEqual([409, 'contact-unsafe'])
  expect((await creator('GET', path)).body.items).toHaveLength(1)
})

it('INT-14 INT-17 the copy of a person contains the requests, and their erasure ends and deletes them', async () => {
  const one = await open()
  await one.refuse('Quetzalwort')
  const exported = (await senderAdmin('GET', `/api/contact/${one.contactId}/export`)).body
  expect(exported.consentRequests).toMatchObject([{ standing: 'refused', refusalReason: 'Quetzalwort' }])
  expect(JSON.stringify(exported)).not.toMatch(/codeHash|sessionHash/)
  for (let round = 0; round < 4; round++) {
    const { contactId, sign } = await open()
    const answers = await Promise.all([
      sign(),
      senderAdmin('POST', `/api/contact/${contactId}/erase`, { name: 'Noor Abadi' }),
      sign(),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(answers[1]?.status).toBe(204)
    const kept = database.selectFrom('consentRequest').select('id').where('contactId', '=', contactId)
    expect(await kept.execute()).toEqual([])
    const names = database.selectFrom('consent').select('signedName').where('contactId', '=', contactId)
    for (const { signedName } of await names.execute()) expect(signedName).toBeNull()
  }
})

it('INT-14 INT-12 an open request follows its person through a merge, and is signed there', async () => {
  const other = await open()
  const into = (await makePerson(creator, {}, null)) as { id: string; version: number }
  const { rows } = await sql<{ id: string }>`
    insert into person_pair (organization_id, first_id, second_id, level, score)
    values (${stage.sender.id}::uuid, least(${into.id}::uuid, ${other.contactId}::uuid),
      greatest(${into.id}::uuid, ${other.contactId}::uuid), 'likely', 20)
    on conflict (first_id, second_id) do update set score = 20 returning id`.execute(database)
  const versions = { [into.id]: into.version, [other.contactId]: 1 }
  const merged = await creator('POST', `/api/personPair/${rows[0]?.id}/merge`, { stays: into.id, versions, take: [] })
  expect(merged.status).toBe(200)
  expect((await other.sign()).body.answer).toBe('given')
  expect(await consentsOf(into.id)).toHaveLength(1)
})
