import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makePerson, makeStage, refer, wholeCall } from '#test/referral-stage.ts'
import { otherHours, safeAt, safeRules } from '#test/safe-contact.ts'
import es from '../texts/es.json' with { type: 'json' }

const app = await startTestApp({ PERSON_NOTICE_MINUTES: '0' })
const { database } = app
const stage = await makeStage(app)
const { creator, recipient, senderAdmin, third } = stage.as
const NUMBER = '+17165550142'
const EMAIL = 'noor@example.test'
const safe = { phones: [safeAt(NUMBER)], email: EMAIL, mayEmail: true, wantsNotices: true }

type Rules = Parameters<typeof safeRules>[0]
const allow = (contactId: string, rules: Rules = safe, version = 0) =>
  creator('PUT', `/api/contact/${contactId}/safeContact`, safeRules({ ...rules, version }))

/** A person who was asked, unless `rules` is null, and a referral for them that was just sent. */
async function makeReferral(rules: Rules | null = safe, given: object = {}, referral: object = {}) {
  // All have one number, and only so many messages go to one.
  await database.deleteFrom('messageCount').execute()
  const contactId = (await makePerson(creator, { language: 'es', ...given })).id as string
  if (rules) expect((await allow(contactId, rules)).status).toBe(200)
  const { id } = (await refer(stage, { contactId, ...referral })).body as { id: string }
  const step = async (action: string, call = recipient, more: object = {}) => {
    const { version } = (await call('GET', `/api/referral/${id}`)).body
    const { status, body } = await call('POST', `/api/referral/${id}/transition`, {
      ...wholeCall(action, version),
      ...more,
    })
    expect([status, body.code]).toEqual([200, undefined])
  }
  const told = async (call = creator) => (await call('GET', `/api/referral/${id}/personNotice`)).body.items
  return { contactId, id, step, told }
}
/** Runs the jobs of all steps, also of those that wait for safe hours. */
async function wait() {
  await app.workJobs()
  await sql`update graphile_worker._private_jobs set run_at = now() where key like 'person-news:%'`.execute(database)
  await app.workJobs()
}
const messagesTo = (contactId: string) =>
  database
    .selectFrom('message')
    .select(['channel', 'recipient', 'subject', 'text', 'html', 'createdOn', 'messageKey'])
    .where('kind', '=', 'person-notice')
    .where('messageKey', 'like', `%:${contactId}`)
    .orderBy('sequence')
    .execute()
const countTo = async (contactId: string) => (await messagesTo(contactId)).length
const noticesOf = async ({ told }: { told: () => Promise<{ notices: object[] }[]> }) => (await told())[0]?.notices ?? []

it('REF-15 a person is told in their language that it was sent, accepted and closed', async () => {
  const one = await makeReferral()
  await wait()
  await one.step('accept')
  await wait()
  await one.step('closeResolved')
  await wait()
  const messages = await messagesTo(one.contactId)
  expect(messages.map(({ channel, recipient: to }) => [channel, to])).toEqual(Array(3).fill(['sms', NUMBER]))
  for (const { text } of messages) expect(text).toMatch(/^Hearthline: hay novedades para que las lea: .*\/p\/\w{14,}$/)
  expect(await noticesOf(one)).toMatchObject(
    ['sent', 'accepted', 'closed'].map((kind) => ({ kind, state: 'told', channel: 'sms', maskedAddress: '••• ••42' })),
  )
  const [link] = (await creator('GET', `/api/contact/${one.contactId}/recordLink`)).body.items
  expect(link).toMatchObject({ channel: 'sms', openedOn: null })
})

it('REF-15 a language that was imported as a code or a name decides in which one a person is told', async () => {
  for (const [language, words] of [
    ['spa', 'hay novedades para que las lea'],
    ['Estonian', 'there is news for you to read'],
  ] as const) {
    const { contactId } = await makeReferral(safe, { language })
    await wait()
    expect((await messagesTo(contactId))[0]?.text).toContain(words)
  }
})

it('REF-15 D-MAIL-1 the message names nobody and nothing, its page nothing before the birth date and then whom to call', async () => {
  await sql`insert into phone (organization_id, number, type) values (${stage.recipient.id}::uuid, '716-555-0177', 'voice')`.execute(
    database,
  )
  const one = await makeReferral({ ...safe, preferredWay: 'email' }, { language: 'en' })
  await one.step('accept')
  await wait()
  const { subject, text, html } = (await messagesTo(one.contactId))[0] ?? { text: '' }
  expect(subject).toBe('Hearthline: something for you to read')
  expect(text).toContain('You are asked for your birth date first')
  expect(`${subject}${text}${html}`).not.toMatch(/Noor|Abadi|Harbor|Eastside|Shelter|homeless|referral/i)
  const path = `/api/recordLink/open/${/\/p\/(\w+)/.exec(text ?? '')?.[1]}`
  expect((await app.anonymous('GET', path)).body).toEqual({ organizationName: stage.sender.name, language: 'en' })
  expect((await app.anonymous('POST', `${path}/read`, { session: 'guessed' })).status).toBe(409)
  const { session } = (await app.anonymous('POST', path, { birthDate: '1992-03-04' })).body
  expect((await app.anonymous('POST', `${path}/read`, { session })).body.referrals).toMatchObject([
    {
      ...{ id: one.id, status: 'Accepted', organizationName: stage.recipient.name, serviceName: null },
      where: { phones: [{ shown: '716-555-0177', href: 'tel:7165550177' }], place: null, hours: null },
    },
  ])
})

it('REF-15 INT-15 where something must not be mentioned, the message says only that there is something to read', async () => {
  const one = await makeReferral({ ...safe, avoid: 'the shelter' })
  await wait()
  expect((await messagesTo(one.contactId))[0]?.text).toMatch(/^Algo para que lo lea: http/)
})

it('REF-15 INT-15 a person is told only by a safe way, and staff see why they are not', async () => {
  const cases: [reason: string, rules: Rules | null, given?: object][] = [
    ['not-asked', null],
    ['not-wished', { ...safe, wantsNotices: false }],
    ['do-not-contact', { ...safe, doNotContact: true }],
    ['unsafe', { ...safe, phones: [{ ...safeAt(NUMBER), mayText: false }], mayEmail: false }],
    ['no-address', safe, { phones: [], email: null }],
    ['no-birth-date', safe, { birthDate: null }],
  ]
  for (const [reason, rules, given] of cases) {
    const one = await makeReferral(rules, given)
    expect((await one.told())[0], reason).toMatchObject({ reason, channel: null, name: 'Noor A.', notices: [] })
    await wait()
    expect(await noticesOf(one), reason).toMatchObject([{ kind: 'sent', state: 'not-told', reason, channel: null }])
    expect(await messagesTo(one.contactId)).toEqual([])
  }
})

it('REF-15 INT-15 outside the safe hours a notice waits, and the rules of then decide', async () => {
  const [one, two] = [
    await makeReferral({ ...safe, ...otherHours() }),
    await makeReferral({ ...safe, ...otherHours() }),
  ]
  await wait()
  expect(await noticesOf(one)).toMatchObject([{ state: 'waiting', reason: 'not-now' }])
  const due = await sql<{
    runAt: string
  }>`select run_at from graphile_worker._private_jobs where key like 'person-news:%'`.execute(database)
  expect(due.rows.every(({ runAt }) => Date.parse(runAt) > Date.now())).toBe(true)
  await allow(one.contactId, safe, 1)
  await allow(two.contactId, { ...safe, doNotContact: true }, 1)
  await wait()
  expect(await noticesOf(one)).toMatchObject([{ state: 'told', reason: null }])
  expect(await noticesOf(two)).toMatchObject([{ state: 'not-told', reason: 'do-not-contact' }])
  expect([(await messagesTo(one.contactId)).length, (await messagesTo(two.contactId)).length]).toEqual([1, 0])
})

it('REF-15 REF-17 what waited for safe hours is one message, which says only what is still true', async () => {
  const one = await makeReferral({ ...safe, ...otherHours() })
  const refers = async (need: string) => (await refer(stage, { contactId: one.contactId, need })).body as { id: string }
  const [two, recalled] = [await refers('food-insecurity'), await refers('utility-insecurity')]
  await wait()
  await one.step('accept')
  const startsOn = new Date(Date.now() + 3 * 86_400_000).toISOString()
  expect(
    (await recipient('PUT', `/api/referral/${one.id}/appointment`, { startsOn, note: null, version: 0 })).status,
  ).toBe(204)
  const { version } = (await creator('GET', `/api/referral/${recalled.id}`)).body
  await creator('POST', `/api/referral/${recalled.id}/transition`, wholeCall('recall', version))
  await app.workJobs()
  await allow(one.contactId, safe, 1)
  await wait()
  expect(await messagesTo(one.contactId)).toHaveLength(1)
  const told = async (id: string) =>
    (await creator('GET', `/api/referral/${id}/personNotice`)).body.items[0].notices.map(
      ({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`,
    )
  expect((await told(one.id)).toSorted()).toEqual(['accepted told', 'appointment told'])
  expect(await told(two.id)).toEqual(['sent told'])
  expect(await told(recalled.id)).toEqual([])
  // If that one message fails, none of it was told.
  const { messageId } = await database
    .selectFrom('personNotice')
    .select('messageId')
    .where('referralId', '=', two.id)
    .executeTakeFirstOrThrow()
  const report = JSON.stringify({ messageId, state: 'failed', on: new Date().toISOString() })
  await sql`select graphile_worker.add_job('report-person-notice', ${report}::json)`.execute(database)
  await app.workJobs()
  expect((await told(one.id)).toSorted()).toEqual(['accepted not-told', 'appointment not-told'])
  expect(await told(two.id)).toEqual(['sent not-told'])
})

it('REF-15 REF-17 nobody is told of a step that was undone, nor of one that another step overtook', async () => {
  const [undone, overtaken, recalled, again] = [
    await makeReferral(),
    await makeReferral(),
    await makeReferral(),
    await makeReferral(),
  ]
  const all = [undone, overtaken, recalled, again]
  await wait()
  await undone.step('accept')
  await undone.step('undo')
  await overtaken.step('accept')
  await overtaken.step('closeUnresolved')
  await recalled.step('recall', creator)
  for (const action of ['accept', 'undo', 'accept']) await again.step(action)
  await wait()
  const kinds = await Promise.all(
    all.map(async (one) => (await noticesOf(one)).map((notice) => (notice as { kind: string }).kind)),
  )
  expect(kinds).toEqual([['sent'], ['sent', 'closed'], ['sent'], ['sent', 'accepted']])
})

it('REF-15 REF-08 of several recipients for one need, one notice says that it was sent, also if both jobs run at once', async () => {
  const extra = { alsoTo: [{ recipientOrganizationId: stage.third.id }] }
  const one = await makeReferral(safe, {}, extra)
  const [sibling] = (await creator('GET', `/api/referral/${one.id}`)).body.siblings
  await wait()
  await app.workJobs()
  expect(await messagesTo(one.contactId)).toHaveLength(1)
  const steps = await database
    .selectFrom('referralEvent')
    .select('id')
    .where('referralId', 'in', [one.id, sibling.id])
    .where('action', '=', 'send')
    .execute()
  expect(steps).toHaveLength(2)
  const again = (id: string) =>
    sql`select graphile_worker.add_job('tell-person', json_build_object('stepId', ${id}::text))`.execute(database)
  for (const { id } of [...steps, ...steps]) await again(id)
  await app.workJobs()
  expect(await messagesTo(one.contactId)).toHaveLength(1)
  const failed = sql`select from graphile_worker._private_jobs where last_error is not null`
  expect((await failed.execute(database)).rows).toEqual([])
})

it('REF-15 INT-14 after the consent was withdrawn, the person is told nothing more of that referral', async () => {
  const one = await makeReferral()
  await one.step('accept')
  const [{ id }] = (await creator('GET', `/api/contact/${one.contactId}`)).body.consents
  await creator('POST', `/api/contact/${one.contactId}/consent/${id}/withdraw`, { recall: false })
  await wait()
  expect(await noticesOf(one)).toMatchObject([{ kind: 'accepted', state: 'not-told', reason: 'withdrawn' }])
  expect(await messagesTo(one.contactId)).toEqual([])
})

it('REF-15 INT-09 others in the household are told by their own rules', async () => {
  const contactId = (await makePerson(creator)).id as string
  const other = (await makePerson(creator, { firstName: 'Sami', phones: [{ phoneNumber: '716-555-0155' }] }))
    .id as string
  await creator('POST', `/api/contact/${contactId}/household`, { contactId: other, relation: 'child' })
  await allow(other, { phones: [safeAt('+17165550155')], wantsNotices: true })
  const { id } = (await refer(stage, { contactId, alsoForIds: [other] })).body
  await wait()
  const items = (await creator('GET', `/api/referral/${id}/personNotice`)).body.items
  expect(items).toMatchObject([
    { name: 'Noor A.', reason: 'not-asked', notices: [{ state: 'not-told' }] },
    { name: 'Sami A.', channel: 'sms', notices: [{ state: 'told' }] },
  ])
})

it('REF-15 INT-09 that an appointment was canceled is told to whoever was told of it, not to others in the household', async () => {
  const contactId = (await makePerson(creator)).id as string
  const other = (await makePerson(creator, { firstName: 'Sami' })).id as string
  await creator('POST', `/api/contact/${contactId}/household`, { contactId: other, relation: 'child' })
  await allow(contactId)
  const { id } = (await refer(stage, { contactId, alsoForIds: [other] })).body
  const { version } = (await recipient('GET', `/api/referral/${id}`)).body
  await recipient('POST', `/api/referral/${id}/transition`, wholeCall('accept', version))
  await wait()
  const path = `/api/referral/${id}/appointment`
  const startsOn = new Date(Date.now() + 3 * 86_400_000).toISOString()
  expect((await recipient('PUT', path, { startsOn, note: null, version: 0 })).status).toBe(204)
  await wait()
  // Since then the other one wants to be told too.
  await allow(other)
  const before = await countTo(contactId)
  expect((await recipient('DELETE', `${path}?version=1`)).status).toBe(204)
  await wait()
  expect([(await countTo(contactId)) - before, await countTo(other)]).toEqual([1, 0])
})

it('REF-15 a person with an account is led to their own home screen, also without a birth date', async () => {
  const member = await app.someone({ roles: ['community-member'] })
  const one = await makeReferral(safe, { birthDate: null })
  await sql`insert into contact_invitation (code_hash, contact_id, account_id, expires_on, used_on)
    values (${crypto.randomUUID()}, ${one.contactId}::uuid, ${member.account.id}::uuid, now(), now())`.execute(database)
  await wait()
  expect((await messagesTo(one.contactId))[0]?.text).toMatch(/\/home$/)
})

it('REF-15 a message that was not delivered is shown as not told, with why', async () => {
  for (const [state, reason] of [
    ['failed', 'not-delivered'],
    ['left-out', 'too-many'],
  ]) {
    const one = await makeReferral()
    await wait()
    const { messageId } = await database
      .selectFrom('personNotice')
      .select('messageId')
      .where('referralId', '=', one.id)
      .executeTakeFirstOrThrow()
    const report = JSON.stringify({ messageId, state, on: new Date().toISOString() })
    await sql`select graphile_worker.add_job('report-person-notice', ${report}::json)`.execute(database)
    await app.workJobs()
    expect(await noticesOf(one)).toMatchObject([{ state: 'not-told', reason }])
  }
})

/** The text service refuses the last text of a person for good. */
async function refuseText(referralId: string) {
  const { messageId } = await database
    .selectFrom('personNotice')
    .select('messageId')
    .where('referralId', '=', referralId)
    .executeTakeFirstOrThrow()
  await sql`update message set delivered_on = null, failed_on = now(), failure = 'unsubscribed' where id = ${messageId}::uuid`.execute(
    database,
  )
  onTestFinished(async () => {
    await sql`update message set failure = 'no-answer' where id = ${messageId}::uuid`.execute(database)
  })
  const report = { messageId, state: 'failed', failure: 'unsubscribed', on: new Date().toISOString() }
  await sql`select graphile_worker.add_job('report-person-notice', ${JSON.stringify(report)}::json)`.execute(database)
  await app.workJobs()
}
const waysTo = async (contactId: string) => (await messagesTo(contactId)).map(({ channel }) => channel)

it('REF-15 a number that refuses texts is left out: the person is told by mail if that is safe, else staff see why not', async () => {
  const both = await makeReferral()
  await wait()
  await refuseText(both.id)
  expect(await waysTo(both.contactId)).toEqual(['sms', 'email'])
  expect((await both.told())[0]).toMatchObject({ channel: 'email', notices: [{ state: 'told', channel: 'email' }] })
  // Another person with this number has no other way.
  const one = await makeReferral({ ...safe, mayEmail: false })
  await wait()
  expect(await waysTo(one.contactId)).toEqual([])
  const reason = 'not-delivered'
  expect((await one.told())[0]).toMatchObject({ channel: null, reason, notices: [{ state: 'not-told', reason }] })
})

it('REF-15 a step that is over when its text comes back stays as not told', async () => {
  const one = await makeReferral()
  await wait()
  await one.step('decline')
  await refuseText(one.id)
  expect(await waysTo(one.contactId)).toEqual(['sms'])
  expect(await noticesOf(one)).toMatchObject([{ kind: 'sent', state: 'not-told', reason: 'not-delivered' }])
})

it('REF-15 a text that came back stays as not told if the step is over while another message waits for safe hours', async () => {
  const one = await makeReferral({ ...safe, mayEmail: false })
  await wait()
  await allow(one.contactId, { ...safe, mayEmail: false, ...otherHours() }, 1)
  await refuseText(one.id)
  expect(await noticesOf(one)).toMatchObject([{ kind: 'sent', state: 'waiting', reason: 'not-now' }])
  await one.step('decline')
  await wait()
  expect(await noticesOf(one)).toMatchObject([{ kind: 'sent', state: 'not-told', reason: 'not-delivered' }])
})

it('REF-15 a canceled appointment waits no longer for safe hours once the message about it did not arrive', async () => {
  const one = await makeReferral()
  await one.step('accept')
  const path = `/api/referral/${one.id}/appointment`
  const startsOn = new Date(Date.now() + 3 * 86_400_000).toISOString()
  expect((await recipient('PUT', path, { startsOn, note: null, version: 0 })).status).toBe(204)
  await wait()
  await allow(one.contactId, { ...safe, ...otherHours() }, 1)
  expect((await recipient('DELETE', `${path}?version=1`)).status).toBe(204)
  await wait()
  const appointments = async () =>
    (await noticesOf(one)).filter((notice) => (notice as { kind: string }).kind === 'appointment')
  expect(await appointments()).toMatchObject([{ state: 'told' }, { state: 'waiting', reason: 'not-now' }])
  const { messageId } = await database
    .selectFrom('personNotice')
    .select('messageId')
    .where('referralId', '=', one.id)
    .where('kind', '=', 'appointment')
    .where('state', '=', 'told')
    .executeTakeFirstOrThrow()
  const report = JSON.stringify({ messageId, state: 'failed', on: new Date().toISOString() })
  await sql`select graphile_worker.add_job('report-person-notice', ${report}::json)`.execute(database)
  await wait()
  expect(await appointments()).toMatchObject([{ state: 'not-told', reason: 'not-delivered' }])
})

it('REF-15 0438 where the portal sends no texts, a person is told by mail, staff see where only a text is safe, and no link goes by text', async () => {
  const silent = await startTestApp({ PERSON_NOTICE_MINUTES: '0', DEMO: 'false' })
  expect((await silent.anonymous('GET', '/api/configuration')).body.sendsTexts).toBe(false)
  expect((await app.anonymous('GET', '/api/configuration')).body.sendsTexts).toBe(true)
  const { as, contactId, recipient: to } = await makeStage(silent)
  const other = (await makePerson(as.creator)).id as string
  for (const [id, rules] of [
    [contactId, safe],
    [other, { ...safe, mayEmail: false }],
  ] as const)
    await as.creator('PUT', `/api/contact/${id}/safeContact`, safeRules(rules))
  const told = async (id: string) => {
    const given = { contactId: id, recipientOrganizationId: to.id, need: 'homelessness' }
    const { body } = await as.creator('POST', '/api/referral/', given)
    return (await as.creator('GET', `/api/referral/${body.id}/personNotice`)).body.items[0]
  }
  expect(await told(contactId)).toMatchObject({ channel: 'email' })
  expect(await told(other)).toMatchObject({ channel: null, reason: 'no-texts' })
  const way = { channel: 'sms', to: '7165550142' }
  const link = await as.creator('POST', `/api/contact/${contactId}/recordLink`, { language: 'en', way })
  expect([link.status, link.body.errors]).toEqual([400, [{ path: 'way.to', message: 'safe-contact/no-texts' }]])
  const { add } = directoryOf(silent)
  const serviceId = await add('service', { organizationId: to.id, name: 'Pantry', assuredDate: '2026-11-01' })
  const list = (await as.creator('POST', '/api/serviceList/entry', { serviceId })).body
  const sent = await as.creator('POST', `/api/serviceList/${list.id}/message`, way)
  expect([sent.status, sent.body.errors]).toEqual([400, [{ path: 'to', message: 'safe-contact/no-texts' }]])
})

it('REF-15 in Spanish only what was tried is in the past: staff see the other reasons before it too', () => {
  const past = Object.entries(es.not).filter(([, text]) => text.startsWith('No se le avisó'))
  expect(past.map(([reason]) => reason)).toEqual(['not-delivered', 'too-many'])
})

it('REF-15 the recipient sees that the person was told, not where, and a third organization nothing', async () => {
  const one = await makeReferral()
  await wait()
  expect((await one.told(recipient))[0]).toMatchObject({
    ...{ contactId: null, maskedAddress: null },
    notices: [{ kind: 'sent', state: 'told', maskedAddress: null }],
  })
  const path = `/api/referral/${one.id}/personNotice`
  expect([(await third('GET', path)).status, (await app.anonymous('GET', path)).status]).toEqual([404, 401])
  await one.step('decline')
  expect((await recipient('GET', path)).status).toBe(404)
})

it('REF-15 F-22 INT-17 the copy of a person says what they were told, and an erasure takes it away with the message', async () => {
  const one = await makeReferral()
  await wait()
  await one.step('decline')
  const { notices } = (await senderAdmin('GET', `/api/contact/${one.contactId}/export`)).body
  expect(notices).toMatchObject([{ referralId: one.id, kind: 'sent', channel: 'sms' }])
  expect((await senderAdmin('POST', `/api/contact/${one.contactId}/erase`, { name: 'Noor Abadi' })).status).toBe(204)
  expect(await database.selectFrom('personNotice').select('id').where('referralId', '=', one.id).execute()).toEqual([])
  expect((await messagesTo(one.contactId))[0]).toMatchObject({ text: null, recipient: null })
})

it('REF-15 REF-17 nobody is told before the step can no longer be undone', async () => {
  const slow = await startTestApp()
  const { as, contactId, recipient: to } = await makeStage(slow)
  await as.creator('PUT', `/api/contact/${contactId}/safeContact`, safeRules(safe))
  const before = Date.now()
  await as.creator('POST', '/api/referral/', { contactId, recipientOrganizationId: to.id, need: 'homelessness' })
  await slow.workJobs()
  const { rows } = await sql<{ runAt: string }>`
    select run_at from graphile_worker._private_jobs where key like 'person-news:%'`.execute(slow.database)
  expect(rows).toHaveLength(1)
  const minutes = (Date.parse(rows[0]?.runAt ?? '') - before) / 60_000
  expect([minutes > 9.9, minutes < 10.5]).toEqual([true, true])
  expect(await slow.database.selectFrom('personNotice').select('id').execute()).toEqual([])
})
