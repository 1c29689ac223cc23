import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makePerson, makeStage, refer, type Stage } from '#test/referral-stage.ts'
import { safeRules } from '#test/safe-contact.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startTestApp()
  stage = await makeStage(app)
})
const born = '1992-03-04'

async function makeLink(way: object = { channel: 'copy' }, given: object = {}) {
  const contactId = (await makePerson(stage.as.creator, { note: 'Only for staff', ...given })).id as string
  const made = await stage.as.creator('POST', `/api/contact/${contactId}/recordLink`, { language: 'es', way })
  const code = String(made.body.url ?? '').split('/p/')[1] ?? ''
  const path = `/api/recordLink/open/${code}`
  const enter = (birthDate: string) => app.anonymous('POST', path, { birthDate })
  return { contactId, made, code, path, enter }
}
async function open(given?: object) {
  const link = await makeLink(undefined, given)
  const session = (await link.enter(born)).body.session as string
  const act = (what: string, more: object = {}) => app.anonymous('POST', `${link.path}/${what}`, { session, ...more })
  return { ...link, session, act }
}
const linksOf = async (contactId: string) =>
  (await stage.as.creator('GET', `/api/contact/${contactId}/recordLink`)).body.items

it('INT-13 INT-15 where nobody may know who writes, the link names nobody before the birth date', async () => {
  const { contactId, path, act } = await open()
  const given = safeRules({ isDiscreet: true })
  expect((await stage.as.creator('PUT', `/api/contact/${contactId}/safeContact`, given)).status).toBe(200)
  expect((await app.anonymous('GET', path)).body).toEqual({ organizationName: null, language: 'es' })
  expect((await act('read')).body.organizationName).toBe(stage.sender.name)
})

it('INT-13 a person sees their record by a link, after their birth date, and nothing of what staff wrote', async () => {
  const { contactId, path, made, act } = await open()
  expect([made.status, made.body.url]).toEqual([201, expect.stringMatching(/\/p\/[1-9A-HJ-NP-Za-km-z]{14,}$/)])
  await refer(stage, { contactId })
  expect((await app.anonymous('GET', path)).body).toEqual({ organizationName: stage.sender.name, language: 'es' })
  const { body } = await act('read')
  expect(body).toMatchObject({
    ...{ contactId, organizationName: stage.sender.name },
    person: { firstName: 'Noor', birthDate: born },
    referrals: [{ need: 'homelessness', organizationName: stage.recipient.name, status: 'Sent' }],
    consents: [{ scope: 'network' }],
  })
  expect(JSON.stringify(body)).not.toContain('Only for staff')
  expect((await linksOf(contactId))[0]).toMatchObject({ channel: 'copy', openedOn: expect.any(String) })
})

it('INT-13 INT-14 by the link a person withdraws a consent, which takes effect at once, and says what ends before', async () => {
  const { contactId, act } = await open()
  const { id } = (await refer(stage, { contactId })).body
  const consentId = (await act('read')).body.consents[0].id
  expect((await act('use', { consentId })).body.items).toMatchObject([{ id, organizationName: stage.recipient.name }])
  for (const _ of [1, 2]) expect((await act('withdraw', { consentId })).status).toBe(204)
  expect((await act('read')).body.consents[0].withdrawnOn).not.toBeNull()
  expect((await stage.as.recipient('GET', `/api/referral/${id}`)).body.person).toBeNull()
  expect((await act('withdraw', { consentId: randomUUID() })).status).toBe(404)
  const correction = { id: randomUUID(), text: 'My name is spelled Nour.' }
  for (const _ of [1, 2]) expect((await act('correction', correction)).status).toBe(204)
  expect((await stage.as.creator('GET', `/api/contact/${contactId}/correction`)).body.items).toMatchObject([correction])
})

it('INT-13 five wrong birth dates close the link, and another browser has to know the birth date too', async () => {
  const { contactId, enter, path, session } = await open()
  expect((await app.anonymous('POST', `${path}/read`, { session: 'guessed' })).body.code).toBe('record-link-locked')
  const again = (await enter(born)).body.session
  expect((await app.anonymous('POST', `${path}/read`, { session })).body.code).toBe('record-link-locked')
  expect((await app.anonymous('POST', `${path}/read`, { session: again })).status).toBe(200)
  const { openedOn } = (await linksOf(contactId))[0]
  for (let tries = 0; tries < 5; tries++) {
    const wrong = await enter('1992-04-03')
    expect([wrong.status, wrong.body.errors]).toEqual([400, [{ path: 'birthDate', message: 'birth-date-wrong' }]])
    expect((await linksOf(contactId))[0]).toMatchObject({ triesLeft: 4 - tries, openedOn })
    // Whoever had it open still reads it.
    if (tries === 3) expect((await app.anonymous('POST', `${path}/read`, { session: again })).status).toBe(200)
  }
  expect((await enter(born)).status).toBe(410)
  expect((await app.anonymous('POST', `${path}/read`, { session: again })).status).toBe(410)
})

it('INT-13 a link ends when it is withdrawn, expires, or the person is erased; a session after twenty minutes', async () => {
  const [one, two, three, four] = [await open(), await open(), await open(), await open()]
  const [{ id, expiresOn }] = await linksOf(one.contactId)
  const minutesUntil = (day: string) => Math.round((Date.parse(day) - Date.now()) / 60_000)
  expect(minutesUntil(expiresOn)).toBe(7 * 24 * 60)
  const sessionOf = async () => {
    const link = await app.database.selectFrom('recordLink').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return [link.sessionHash !== null, minutesUntil(link.sessionExpiresOn ?? '')]
  }
  expect(await sessionOf()).toEqual([true, 20])
  await sql`update record_link set session_expires_on = now() + interval '1 minute' where id = ${id}::uuid`.execute(
    app.database,
  )
  // Each call starts the twenty minutes anew.
  expect((await one.act('read')).status).toBe(200)
  expect(await sessionOf()).toEqual([true, 20])
  const path = `/api/contact/${one.contactId}/recordLink/${id}`
  expect((await stage.as.recipient('DELETE', path)).status).toBe(404)
  // The link of another person stays.
  const foreign = await stage.as.creator('DELETE', `/api/contact/${two.contactId}/recordLink/${id}`)
  expect(foreign.body.items).toMatchObject([{ withdrawnOn: null }])
  expect((await linksOf(one.contactId))[0].withdrawnOn).toBeNull()
  const withdrawn: unknown[] = []
  for (const _ of [1, 2]) {
    const { status, body } = await stage.as.creator('DELETE', path)
    expect([status, body.items.length, body.items[0].id]).toEqual([200, 1, id])
    withdrawn.push(body.items[0].withdrawnOn)
  }
  expect(withdrawn).toEqual([expect.any(String), withdrawn[0]])
  expect((await sessionOf())[0]).toBe(false)
  const acts = (await auditsOf(app.database, one.contactId)).filter(({ action }) => action.startsWith('record.'))
  expect(acts).toMatchObject([
    { action: 'record.link', actorId: stage.accounts.creator.id, detail: { channel: 'copy' } },
    { action: 'record.withdrawLink', actorId: stage.accounts.creator.id },
  ])
  await sql`update record_link set expires_on = now() where contact_id = ${two.contactId}::uuid`.execute(app.database)
  await sql`update record_link set session_expires_on = now() where contact_id = ${three.contactId}::uuid`.execute(
    app.database,
  )
  expect([(await one.act('read')).status, (await two.act('read')).status]).toEqual([410, 410])
  expect((await three.act('read')).body.code).toBe('record-link-locked')
  const admin = stage.as.senderAdmin
  expect((await admin('GET', `/api/contact/${four.contactId}/export`)).body.recordLinks).toHaveLength(1)
  expect((await admin('POST', `/api/contact/${four.contactId}/erase`, { name: 'Noor Abadi' })).status).toBe(204)
  expect((await four.act('read')).status).toBe(404)
  expect((await app.anonymous('GET', '/api/recordLink/open/none')).status).toBe(404)
})

it('INT-13 INT-17 a person who acts through the link while their record is erased meets an answer, never a deadlock', async () => {
  for (let round = 0; round < 6; round++) {
    const { contactId, act } = await open()
    const consentId = (await act('read')).body.consents[0].id
    const answers = await Promise.all([
      act('withdraw', { consentId }),
      stage.as.senderAdmin('POST', `/api/contact/${contactId}/erase`, { name: 'Noor Abadi' }),
      act('correction', { id: randomUUID(), text: 'My name is spelled Nour.' }),
      stage.as.creator('POST', `/api/contact/${contactId}/recordLink`, { language: 'en', way: { channel: 'copy' } }),
    ])
    const left = await app.database.selectFrom('recordLink').select('id').where('contactId', '=', contactId).execute()
    expect(left).toEqual([])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(answers[1]?.status).toBe(204)
  }
})

it('INT-13 INT-15 the message with the link names nobody, and goes only where it is safe', async () => {
  const to = `noor-${randomUUID()}@example.test`
  const { contactId, made } = await makeLink({ channel: 'email', to })
  expect([made.status, made.body.url]).toEqual([201, null])
  const mail = await app.database
    .selectFrom('message')
    .select(['subject', 'text'])
    .where('recipient', '=', to)
    .executeTakeFirstOrThrow()
  expect(mail.subject).toBe('Hearthline: algo para leer')
  expect(mail.text).toContain('/p/')
  expect(`${mail.subject}${mail.text}`).not.toMatch(/Noor|Abadi|Eastside/)
  const send = (way: object) =>
    stage.as.creator('POST', `/api/contact/${contactId}/recordLink`, { language: 'en', way })
  for (let count = 1; count < 5; count++) expect((await send({ channel: 'email', to })).status).toBe(201)
  const many = await send({ channel: 'email', to })
  expect([many.status, many.body.code]).toEqual([429, 'too-many-messages'])
  const links = await linksOf(contactId)
  expect(links).toHaveLength(5)
  expect(links).toEqual(
    links.toSorted((a: { createdOn: string }, b: { createdOn: string }) => (a.createdOn < b.createdOn ? 1 : -1)),
  )
  await stage.as.creator('PUT', `/api/contact/${contactId}/safeContact`, safeRules({ doNotContact: true }))
  const unsafe = await stage.as.creator('POST', `/api/contact/${contactId}/recordLink`, {
    ...{ language: 'en', way: { channel: 'email', to } },
  })
  expect([unsafe.status, unsafe.body.code]).toEqual([409, 'contact-unsafe'])
})

it('INT-13 a link needs a birth date on record, and is made by staff of the organization only', async () => {
  const { made, contactId } = await makeLink(undefined, { birthDate: null })
  expect([made.status, made.body.errors]).toEqual([400, [{ path: 'way', message: 'birth-date-missing' }]])
  const call = { language: 'en', way: { channel: 'copy' } }
  expect((await stage.as.recipient('POST', `/api/contact/${contactId}/recordLink`, call)).status).toBe(404)
  expect((await stage.as.recipient('GET', `/api/contact/${contactId}/recordLink`)).status).toBe(404)
  for (const path of [contactId, randomUUID()]) {
    const one = `/api/contact/${path}/recordLink`
    expect((await stage.as.recipient('DELETE', `${one}/${randomUUID()}`)).status).toBe(404)
  }
  expect((await stage.as.creator('POST', `/api/contact/${randomUUID()}/recordLink`, call)).status).toBe(404)
  expect(await linksOf(contactId)).toEqual([])
})

it('INT-13 a call whose answer was lost makes one link and sends one message; an address to copy is told anew', async () => {
  const { id: contactId } = await makePerson(stage.as.creator)
  const [sentId, copiedId] = [randomUUID(), randomUUID()]
  const to = `${sentId}@example.test`
  const call = (id: string, way: object, of = contactId) =>
    stage.as.creator('POST', `/api/contact/${of}/recordLink`, { id, language: 'en', way })
  const sent = await Promise.all([1, 2, 3].map(() => call(sentId, { channel: 'email', to })))
  for (const { status, body } of sent) expect([status, body]).toEqual([201, sent[0]?.body])
  await app.workJobs()
  expect(await app.outbox(to)).toHaveLength(1)
  const copied = [await call(copiedId, { channel: 'copy' }), await call(copiedId, { channel: 'copy' })]
  expect(await linksOf(contactId)).toHaveLength(2)
  const opened = await Promise.all(
    copied.map(({ body }) =>
      app.anonymous('POST', `/api/recordLink/open/${body.url.split('/p/')[1]}`, { birthDate: born }),
    ),
  )
  expect(opened.map(({ status }) => status)).toEqual([404, 200])
  // The person has opened it, or it belongs to somebody else.
  for (const again of [
    await call(copiedId, { channel: 'copy' }),
    await call(sentId, { channel: 'email', to }, stage.contactId),
  ])
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
})
