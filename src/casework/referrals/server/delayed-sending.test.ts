import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { freezeAccount } from '#identity/accounts/server/accounts-public.ts'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'
import { tidyUndo } from './undo-step.ts'

const app = await startTestApp({ SEND_UNDO_SECONDS: '10' })
const { database } = app
const stage = await makeStage(app)
const { creator, recipient, senderAdmin } = stage.as
const north = await makeOrganization(database, { name: 'North' })
const asNorth = await app.signIn((await makeAccount(database, { organizationId: north.id })).email, PASSWORD)

const rowOf = (id: string) => database.selectFrom('referral').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const read = async (id: string, call = creator) => (await call('GET', `/api/referral/${id}`)).body
const step = async (call: typeof creator, id: string, action: string, given: object = {}) =>
  call('POST', `/api/referral/${id}/transition`, { action, version: (await rowOf(id)).version, ...given })
const undo = (id: string, call = creator) => step(call, id, 'undo')
const messages = async (id: string) =>
  (
    await database.selectFrom('message').select('subject').where('text', 'like', `%${id}%`).orderBy('subject').execute()
  ).map(({ subject }) => subject)
const events = async (id: string) =>
  (
    await sql<{ audience: string[] }>`select audience from event where subject_id = ${id}`.execute(database)
  ).rows.flatMap(({ audience }) => audience)
/** The ten seconds have passed: jobs that wait run. */
async function pass(...ids: string[]) {
  await sql`update referral_sending set sends_on = now() - interval '1 second'
    where referral_id = any(${ids}::uuid[]) and sends_on is not null`.execute(database)
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`.execute(database)
  await app.workJobs()
}

it('REF-17 a sending waits ten seconds: nothing is shared, counted, timed or told before, and all of it after', async () => {
  const { id: contactId } = await makePerson(creator)
  const made = await refer(stage, { contactId })
  expect(made.status).toBe(201)
  const { id } = made.body
  expect(made.body).toMatchObject({ status: 'Draft', sentOn: null, mayEdit: false, actions: ['undo'] })
  expect(made.body.undo).toMatchObject({ action: 'send' })
  expect(made.body.sendsIn).toBeGreaterThan(8)
  expect(made.body.sendsIn).toBeLessThanOrEqual(10)
  await app.workJobs()
  expect(await rowOf(id)).toMatchObject({ snapshot: null, sentOn: null, clockOn: null, promiseDueOn: null })
  expect((await recipient('GET', `/api/referral/${id}`)).status).toBe(404)
  expect((await recipient('GET', '/api/referral/')).body.items).toEqual([])
  expect(await messages(id)).toEqual([])
  expect(await events(id)).not.toContain(`organization:${stage.recipient.id}`)
  const logged = async () =>
    (await accessLogOf(database, contactId)).filter((one) => one.organizationId === stage.recipient.id)
  expect(await logged()).toEqual([])
  const listed = (await creator('GET', '/api/referral/?direction=outgoing')).body.items
  expect(listed.find((one: { id: string }) => one.id === id)).toMatchObject({ status: 'Draft', isBeingSent: true })

  await pass(id)
  const sent = await read(id)
  expect(sent).toMatchObject({ status: 'Sent', sendsIn: null, unsent: null, undo: null })
  expect(await rowOf(id)).toMatchObject({ snapshot: { firstName: 'Noor' } })
  expect(Date.now() - Date.parse(sent.sentOn)).toBeLessThan(5000)
  expect((await recipient('GET', `/api/referral/${id}`)).body.person.firstName).toBe('Noor')
  expect(await messages(id)).toContain('A referral waits for you at Hearthline')
  expect(await events(id)).toContain(`organization:${stage.recipient.id}`)
  expect((await logged()).map(({ way }) => way)).toContain('sent')
  const told = await messages(id)
  await pass(id)
  expect(await messages(id)).toEqual(told)
  expect((await undo(id)).body.code).toBe('illegal-transition')

  const late = (await refer(stage, { contactId })).body.id
  await sql`update referral_sending set sends_on = now() - interval '1 second' where referral_id = ${late}::uuid`.execute(
    database,
  )
  expect(await read(late)).toMatchObject({ undo: null, sendsIn: 0, actions: [] })
  expect((await undo(late)).body.code).toBe('undo-over')
  await pass(late)
  expect((await read(late)).status).toBe('Sent')
})

it('REF-17 HD-05 the answer to a new referral is what opening it shows, and all of it is one transaction', async () => {
  const { id: contactId } = await makePerson(creator)
  const made = await refer(stage, { contactId, note: 'By bus.' })
  const { id, sendsIn } = made.body
  const { rows } = await sql<{ place: string; transaction: string }>`
    select 'referral' as place, xmin::text as transaction from referral where id = ${id}::uuid
    union all select 'history', xmin::text from referral_event where referral_id = ${id}::uuid
    union all select 'sending', xmin::text from referral_sending where referral_id = ${id}::uuid
    union all select 'audit', xmin::text from audit_record where subject_id = ${id}
    union all select 'access', xmin::text from access_log where referral_id = ${id}::uuid`.execute(database)
  expect(rows.map(({ place }) => place).sort()).toEqual(['access', 'audit', 'audit', 'history', 'referral', 'sending'])
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(1)
  expect({ ...(await read(id)), sendsIn }).toEqual(made.body)
  expect(
    (await creator('POST', '/api/referral/search', { direction: 'outgoing', search: 'noor' })).body.items[0].id,
  ).toBe(id)
})

it('REF-17 INT-16 HD-05 the same answer comes for others of the household, for further recipients and for another try', async () => {
  const [{ id: contactId }, other] = [await makePerson(creator), await makePerson(creator, { firstName: 'Sami' })]
  await creator('POST', `/api/contact/${contactId}/household`, { contactId: other.id, relation: 'child' })
  const { requestId } = (await refer(stage, { contactId })).body
  const several = [
    { alsoForIds: [other.id] },
    { alsoTo: [{ recipientOrganizationId: north.id }] },
    { requestId, recipientOrganizationId: north.id },
  ]
  for (const given of several) {
    const made = await refer(stage, { contactId, ...given })
    expect(made.status).toBe(201)
    const { alsoFor, siblings } = made.body
    expect(alsoFor.length + siblings.length).toBe(1)
    expect({ ...(await read(made.body.id)), sendsIn: made.body.sendsIn }).toEqual(made.body)
  }
})

it('REF-17 undone in time it is a draft with everything that was typed, and is sent again', async () => {
  const someone = await makePerson(creator, {}, null)
  const given = { consentOverrideReason: 'other', consentOverrideText: 'The court ordered it today.' }
  const made = await refer(stage, { contactId: someone.id, intakeReason: 'They know her.', ...given })
  const { id } = made.body
  expect((await undo(id, senderAdmin)).body.code).toBe('undo-over')
  expect((await undo(id, recipient)).status).toBe(404)
  expect((await creator('PUT', `/api/referral/${id}`, { ...draftOf(made.body), version: 1 })).status).toBe(409)
  expect((await step(creator, id, 'send', given)).body.code).toBe('being-sent')
  const { version } = await rowOf(id)
  const call = { action: 'undo', version }
  const twice = await Promise.all([1, 2].map(() => creator('POST', `/api/referral/${id}/transition`, call)))
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  const draft = await read(id)
  expect(draft).toMatchObject({
    ...{ status: 'Draft', sendsIn: null, undo: null, mayEdit: true, note: 'Must leave on Friday.' },
    unsent: { refused: null, intakeReason: 'They know her.', ...given },
  })
  expect(draft.actions).toContain('send')
  // What they stated about consent is not a colleague's statement.
  const stated = { consentOverrideReason: null, consentOverrideText: null }
  expect((await read(id, senderAdmin)).unsent).toMatchObject({ intakeReason: 'They know her.', ...stated })
  await pass(id)
  expect(await rowOf(id)).toMatchObject({ status: 'Draft', sentOn: null })
  expect(await messages(id)).toEqual([])
  expect((await undo(id)).body.code).toBe('undo-over')

  expect((await creator('PUT', `/api/referral/${id}`, { ...draftOf(draft), version: draft.version })).status).toBe(200)
  const again = await step(creator, id, 'send', given)
  expect(again.body).toMatchObject({ status: 'Draft', undo: { action: 'send' } })
  await pass(id)
  expect(await read(id)).toMatchObject({ status: 'Sent', consentOverrideText: given.consentOverrideText })
})

const draftOf = ({ need, contactId }: { need: string; contactId: string }) => ({
  ...{ need, contactId, urgency: 'urgent', recipientOrganizationId: stage.recipient.id, alsoForIds: [] },
})

it('REF-17 REF-08 several recipients are undone as a whole, and go out as a whole', async () => {
  const callId = crypto.randomUUID()
  const given = { callId, alsoTo: [{ recipientOrganizationId: north.id }] }
  const [made, same] = await Promise.all([refer(stage, given), refer(stage, given)])
  expect(same.body.id).toBe(made.body.id)
  const [other] = (await read(made.body.id)).siblings
  expect((await undo(other.id)).status).toBe(200)
  for (const id of [made.body.id, other.id]) expect(await read(id)).toMatchObject({ status: 'Draft', sendsIn: null })
  await pass(made.body.id, other.id)
  const kept = await read(made.body.id)
  expect(kept).toMatchObject({ status: 'Draft', unsent: { others: 1 } })
  // They go out together again, and could be undone together again.
  const again = await step(creator, made.body.id, 'send', { together: true })
  expect(again.body).toMatchObject({ status: 'Draft', undo: { action: 'send' } })
  expect(await read(other.id)).toMatchObject({ undo: { action: 'send' }, unsent: null })
  await pass(made.body.id, other.id)
  for (const id of [made.body.id, other.id]) expect((await read(id)).status).toBe('Sent')

  const second = (await refer(stage, { alsoTo: [{ recipientOrganizationId: north.id }] })).body
  const [sibling] = (await read(second.id)).siblings
  await pass(second.id, sibling.id)
  expect([(await read(second.id)).status, (await read(sibling.id)).status]).toEqual(['Sent', 'Sent'])
  expect((await asNorth('GET', `/api/referral/${sibling.id}`)).status).toBe(200)
})

it('REF-17 INT-03 a reason that was given for one person, need or recipient is never used for another', async () => {
  const override = { consentOverrideReason: 'emergency', consentOverrideText: 'Must leave on Friday.' }
  const undone = async () => {
    const { id: contactId } = await makePerson(creator, {}, null)
    const made = await refer(stage, { contactId, ...override, alsoTo: [{ recipientOrganizationId: north.id }] })
    expect(made.status).toBe(201)
    const [other] = (await read(made.body.id)).siblings
    await undo(other.id)
    return { contactId, one: await read(made.body.id), other: await read(other.id) }
  }
  const reasons = async (...ids: string[]) =>
    (
      await database
        .selectFrom('referralSending')
        .select('consentOverrideReason')
        .where('referralId', 'in', ids)
        .execute()
    ).map((row) => row.consentOverrideReason)
  const change = ({ id, version }: { id: string; version: number }, given: object) =>
    creator('PUT', `/api/referral/${id}`, { ...draftOf({ need: 'homelessness', contactId: '' }), version, ...given })

  const person = await undone()
  const { id: contactId } = await makePerson(creator, {}, null)
  expect((await change(person.one, { contactId })).status).toBe(200)
  expect(await reasons(person.one.id, person.other.id)).toEqual([null, null])
  const refused = await step(creator, person.one.id, 'send', { together: true, ...override })
  expect([refused.status, refused.body.code]).toEqual([422, 'other-draft-refused'])
  expect(refused.body).toMatchObject({ referralId: person.other.id, recipient: 'North', reason: 'consent-missing' })
  for (const { id } of [person.one, person.other])
    expect(await read(id)).toMatchObject({ status: 'Draft', sendsIn: null })

  // Another recipient concerns this draft alone; a note concerns none.
  const place = await undone()
  const same = { contactId: place.contactId, note: 'Call after five.' }
  expect((await change(place.one, same)).status).toBe(200)
  expect(await reasons(place.one.id, place.other.id)).toEqual(['emergency', 'emergency'])
  const moved = { ...same, recipientOrganizationId: north.id }
  expect((await change(await read(place.one.id), moved)).status).toBe(200)
  expect((await reasons(place.one.id, place.other.id)).sort()).toEqual(['emergency', null])
  const twice = await step(creator, place.one.id, 'send', { together: true, ...override })
  expect([twice.status, twice.body.code]).toEqual([409, 'same-recipient'])

  // A colleague states nothing that somebody else typed; and while one is on its way, nobody changes the person.
  const shared = await undone()
  expect((await read(shared.one.id, senderAdmin)).unsent.others).toBe(0)
  expect((await step(senderAdmin, shared.one.id, 'send', { together: true, ...override })).status).toBe(200)
  expect(await read(shared.other.id)).toMatchObject({ status: 'Draft', sendsIn: null })
  expect((await change(shared.other, { contactId, recipientOrganizationId: north.id })).body.code).toBe('being-sent')
})

it('REF-01 REF-17 what is wrong is said at once, and what changes within the ten seconds to its sender and on Home to all who may send it', async () => {
  const nobody = await makePerson(creator, {}, null)
  const refused = await refer(stage, { contactId: nobody.id })
  expect([refused.status, refused.body.code]).toEqual([422, 'consent-missing'])

  const { id: contactId } = await makePerson(creator)
  const made = (await refer(stage, { contactId, alsoTo: [{ recipientOrganizationId: north.id }] })).body
  const [consent] = (await creator('GET', `/api/contact/${contactId}`)).body.consents
  await creator('POST', `/api/contact/${contactId}/consent/${consent.id}/withdraw`, {})
  await pass(made.id, made.siblings[0].id)
  expect(await read(made.id)).toMatchObject({ status: 'Draft', sendsIn: null, unsent: { refused: 'consent-missing' } })
  expect(await messages(made.id)).toEqual(['Your referral could not be sent'])
  expect((await recipient('GET', `/api/referral/${made.id}`)).status).toBe(404)
  const { items } = (await creator('GET', '/api/referral/waiting')).body
  expect(items.find((one: { id: string }) => one.id === made.id)).toMatchObject({ waitsFor: 'unsent' })
  // REF-01: colleagues may send it too; nobody else learns of it.
  const waitsWith = async (call: typeof creator) =>
    (await call('GET', '/api/referral/waiting')).body.items.map((one: { id: string }) => one.id)
  expect(await waitsWith(stage.as.senderAdmin)).toContain(made.id)
  for (const call of [recipient, stage.as.third]) expect(await waitsWith(call)).not.toContain(made.id)
  const waiting = (await creator('GET', '/api/referral/?direction=outgoing&list=waiting')).body.items
  expect(waiting.map((one: { id: string }) => one.id)).toContain(made.id)
})

it('REF-17 0347 an acceptance that is undone loses no draft that was on its way, and its sender is told', async () => {
  const tries = async () => {
    const { id, requestId } = (await refer(stage)).body
    await pass(id)
    const given = { requestId, recipientOrganizationId: north.id, note: 'They speak Arabic.' }
    const other = await refer(stage, {
      ...given,
      consentOverrideReason: 'other',
      consentOverrideText: 'The court ordered it.',
    })
    expect(other.body).toMatchObject({ status: 'Draft', undo: { action: 'send' } })
    await step(recipient, id, 'accept')
    expect((await rowOf(other.body.id)).status).toBe('Recalled')
    return { id, other: other.body.id as string }
  }
  const late = await tries()
  await pass(late.other)
  expect((await undo(late.id, recipient)).status).toBe(200)
  expect(await read(late.other)).toMatchObject({
    ...{ status: 'Draft', sendsIn: null },
    unsent: {
      ...{ refused: 'need-taken', note: 'They speak Arabic.', consentOverrideText: 'The court ordered it.' },
      takenBy: { id: late.id, organizationName: stage.recipient.name, isAtWork: false },
    },
  })
  expect(await messages(late.other)).toEqual(['Your referral could not be sent'])
  const { items } = (await creator('GET', '/api/referral/waiting')).body
  expect(items.find((one: { id: string }) => one.id === late.other)).toMatchObject({ waitsFor: 'unsent' })

  const early = await tries()
  expect((await undo(early.id, recipient)).status).toBe(200)
  await pass(early.other)
  expect(await read(early.other)).toMatchObject({ status: 'Sent', unsent: null })

  // Once the acceptance can no longer be undone, nothing of it is kept.
  const over = await tries()
  await pass(over.other)
  const kept = () =>
    database.selectFrom('referralSending').select('note').where('referralId', '=', over.other).execute()
  await tidyUndo(database)
  expect(await kept()).toHaveLength(1)
  await sql`update referral_undo set expires_on = now() where referral_id = ${over.other}::uuid`.execute(database)
  await tidyUndo(database)
  expect(await kept()).toEqual([])
})

it('REF-17 a draft that is discarded, or whose sender left, within the ten seconds is not sent', async () => {
  const discarded = (await refer(stage)).body
  expect((await step(creator, discarded.id, 'recall', { reason: 'No.' })).status).toBe(200)
  const left = await makeAccount(database, { organizationId: stage.sender.id })
  const leaving = (await refer(stage, {}, await app.signIn(left.email, PASSWORD))).body
  await freezeAccount(database, left.id, { recoveryEmail: left.email, toldOn: new Date().toISOString() })
  await pass(discarded.id, leaving.id)
  expect((await rowOf(discarded.id)).sentOn).toBeNull()
  expect(await read(leaving.id)).toMatchObject({ status: 'Draft', unsent: { refused: 'forbidden' } })
  expect(
    await database.selectFrom('referralSending').select('refused').where('referralId', '=', discarded.id).execute(),
  ).toEqual([])
})

it('REF-17 undoing as the time ends happens wholly or not at all', async () => {
  for (let round = 0; round < 6; round++) {
    const { id } = (await refer(stage, { note: `Round ${round}` })).body
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`.execute(database)
    const [undone] = await Promise.all([undo(id), app.workJobs()])
    const row = await rowOf(id)
    expect([undone.status, row.status, row.sentOn === null]).toEqual(
      undone.status === 200 ? [200, 'Draft', true] : [409, 'Sent', false],
    )
    expect((await messages(id)).length > 0).toBe(row.status === 'Sent')
  }
})
