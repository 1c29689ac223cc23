import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { personFieldNames } from '#casework/clients/contact-record.ts'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { accessLogOf } from '#test/access-log.ts'
import { type Caller, startTestApp, type TestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { findTraces } from '#test/find-traces.ts'
import { replayErasure } from './erase-person.ts'

let app: TestApp
let staff: Caller
let admin: Caller
let recipient: Caller
let recipientId: string

beforeAll(async () => {
  app = await startTestApp({ RETENTION_MONTHS: '24', RETENTION_ERASE_AFTER_MONTHS: '3' })
  const [own, other] = [await makeOrganization(app.database), await makeOrganization(app.database)]
  recipientId = other.id
  staff = (await app.someone({ organizationId: own.id })).call
  admin = (await app.someone({ organizationId: own.id, roles: ['organization-admin'] })).call
  recipient = (await app.someone({ organizationId: other.id, roles: ['organization-admin'] })).call
})

/** Words that occur only in this person's record: one for each field that people fill in. */
const marks = (word: string) => ({
  ...Object.fromEntries(personFieldNames.map((name) => [name, `${name}${word}`])),
  firstName: `Quetza${word}`,
  lastName: `Lmark${word}`,
  email: `q-${word}@mark.test`,
  birthDate: '1931-07-09',
  postalCode: '99987',
})
const phoneNumber = '+17165559937'

async function makePerson(word = crypto.randomUUID().slice(0, 8)) {
  const given = marks(word)
  const { body, status } = await staff('POST', '/api/contact/', { ...given, phones: [{ phoneNumber }] })
  expect(status, JSON.stringify(body)).toBe(201)
  await staff('POST', `/api/contact/${body.id}/consent`, {
    scope: 'network',
    howGiven: 'written',
    givenOn: '2026-10-01',
  })
  return { id: body.id as string, word, name: `${given.firstName} ${given.lastName}` }
}

/** A referral with text in every possible field, declined at the end. */
async function makeReferral(contactId: string, word: string) {
  const sent = await staff('POST', '/api/referral/', {
    contactId,
    recipientOrganizationId: recipientId,
    need: 'homelessness',
    note: `Needsnote${word}`,
  })
  const path = `/api/referral/${sent.body.id}`
  await recipient('POST', `${path}/message`, { text: `Message${word}` })
  await recipient('POST', `${path}/transition`, {
    action: 'decline',
    version: sent.body.version,
    reason: 'no capacity',
    note: `Stepnote${word}`,
  })
  return sent.body.id as string
}
const erase = (contactId: string, name: string, call = admin) =>
  call('POST', `/api/contact/${contactId}/erase`, { name })

it('F-22 erases every trace of a person from every table, and keeps counts, statuses and the access log', async () => {
  const { id, word, name } = await makePerson()
  const referralId = await makeReferral(id, word)
  await staff('POST', `/api/contact/${id}/invitation`)
  await app.workJobs()
  const words = [word, '1931-07-09', phoneNumber, '99987']
  const tables = (await findTraces(app.database, words)).map((trace) => /^public\.(\w+):/.exec(trace)?.[1])
  expect([...new Set(tables)].sort()).toEqual([
    'contact',
    'contact_phone',
    'message',
    'referral',
    'referral_event',
    'referral_fact',
    'referral_message',
    'referral_request',
  ])
  const looked = (await accessLogOf(app.database, id)).length

  expect((await erase(id, `  ${name.toUpperCase()} `)).status).toBe(204)
  expect(await findTraces(app.database, words)).toEqual([])
  expect((await accessLogOf(app.database, id)).length).toBe(looked)
  expect((await staff('GET', `/api/contact/${id}`)).status).toBe(404)
  const referral = await staff('GET', `/api/referral/${referralId}`)
  expect(referral.body).toMatchObject({ status: 'Declined', reason: 'no capacity', person: null, personName: null })
  expect((await recipient('GET', `/api/referral/${referralId}`)).body).toMatchObject({ person: null, personName: null })
  expect((await admin('GET', `/api/contact/${id}/accessLog`)).body.items.length).toBeGreaterThan(3)
  const audited = await sql<{ detail: object }>`select detail from audit_record
    where action = 'contact.erase' and subject_id = ${id}`.execute(app.database)
  expect(audited.rows).toEqual([{ detail: { cause: 'request' } }])

  expect((await erase(id, name)).status).toBe(204)
  const referring = { contactId: id, recipientOrganizationId: recipientId, need: 'homelessness' }
  expect((await staff('POST', '/api/referral/', referring)).status).toBe(400)
  expect((await staff('POST', `/api/referral/${referralId}/message`, { text: word })).status).toBe(403)
})

it('F-22 takes back the links that wait to be sent to a person, also to an address that is not on record', async () => {
  const { id, word, name } = await makePerson()
  const other = await makePerson()
  await insertShippedForms(app.database)
  const idOf = async (table: 'intakeForm' | 'consentText') =>
    (await app.database.selectFrom(table).select('id').executeTakeFirstOrThrow()).id
  const [formId, textId] = [await idOf('intakeForm'), await idOf('consentText')]
  const mail = (to: string) => ({ language: 'es', way: { channel: 'email', to } })
  const sendLinks = async (contactId: string, to: string) => {
    const terms = { scope: 'network', needs: [], recipientIds: [], expiresOn: null }
    const made = [
      await staff('POST', `/api/contact/${contactId}/recordLink`, mail(to)),
      await staff('POST', '/api/intakeLink/', { contactId, formId, ...mail(to) }),
      await staff('POST', `/api/contact/${contactId}/consentRequest`, {
        ...{ id: crypto.randomUUID(), textId, ...terms, ...mail(to) },
      }),
    ]
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
  }
  await sendLinks(id, `elsewhere-${word}@mark.test`)
  await sendLinks(other.id, `elsewhere-${word}@mark.test`)
  const kinds = async () =>
    (
      await app.database
        .selectFrom('message')
        .select('kind')
        .where('recipient', '=', `elsewhere-${word}@mark.test`)
        .orderBy('kind')
        .execute()
    ).map(({ kind }) => kind)
  const all = ['consent-link', 'intake-link', 'record-link']
  expect(await kinds()).toEqual(all.flatMap((kind) => [kind, kind]))
  expect((await erase(id, name)).status).toBe(204)
  // To somebody else, at the same address.
  expect(await kinds()).toEqual(all)
  expect((await erase(other.id, other.name)).status).toBe(204)
  expect(await kinds()).toEqual([])
})

it('F-22 refuses to erase with an open referral, a wrong name, by staff or without fresh authentication', async () => {
  const { id, word, name } = await makePerson()
  expect((await erase(id, `${name}x`)).body.errors[0].path).toBe('name')
  const sent = await staff('POST', '/api/referral/', {
    contactId: id,
    recipientOrganizationId: recipientId,
    need: 'homelessness',
  })
  const refused = await erase(id, name)
  expect([refused.status, refused.body.code]).toEqual([409, 'referrals-open'])
  expect(refused.body.referrals).toEqual([{ id: sent.body.id, status: 'Sent', organizationName: expect.any(String) }])
  expect(await findTraces(app.database, [word])).not.toEqual([])
  expect([(await erase(id, name, staff)).status, (await erase(id, name, recipient)).status]).toEqual([403, 404])
  expect(app.app.routeAccess.find((route) => route.url === '/api/contact/:id/erase')?.fresh).toBe(true)
})

/** A referral that the recipient accepted and closed, so that both sides still see all of it. */
async function makeClosedReferral(contactId: string) {
  const given = { contactId, recipientOrganizationId: recipientId, need: 'homelessness' }
  const path = `/api/referral/${(await staff('POST', '/api/referral/', given)).body.id}`
  for (const step of [{ action: 'accept' }, { action: 'closeResolved', outcome: 'got help' }]) {
    const { version } = (await recipient('GET', path)).body
    expect((await recipient('POST', `${path}/transition`, { ...step, version })).status).toBe(200)
  }
  return path
}

it('F-22 takes no message and no reopening about a person who was erased, and offers none', async () => {
  const person = await makePerson()
  const paths = [
    await makeClosedReferral(person.id),
    `/api/referral/${await makeReferral(person.id, person.word)}`,
  ] as const
  expect((await staff('GET', paths[0])).body).toMatchObject({
    mayWrite: true,
    actions: expect.arrayContaining(['reopen']),
  })
  expect((await erase(person.id, person.name)).status).toBe(204)
  for (const call of [recipient, staff])
    for (const path of paths) {
      const { body } = await call('GET', path)
      expect(body.mayWrite).toBe(false)
      expect(body.actions).not.toContain('reopen')
      expect((await call('POST', `${path}/message`, { text: `Later ${person.word}` })).status).toBe(403)
      const reopen = { action: 'reopen', version: body.version, reason: 'Later', note: `Later ${person.word}` }
      expect((await call('POST', `${path}/transition`, reopen)).body.code).toBe('illegal-transition')
    }
  expect(await findTraces(app.database, [person.word])).toEqual([])
})

it('F-22 allows the history of a referral no other change than this blanking', async () => {
  const { id, word, name } = await makePerson()
  const referralId = await makeReferral(id, word)
  const blank = sql`update referral_event set note = null where referral_id = ${referralId}::uuid`
  await expect(blank.execute(app.database)).rejects.toThrow(/never changed/)
  await erase(id, name)
  await blank.execute(app.database)
  for (const change of [
    sql`action = 'accept'`,
    sql`note = 'something'`,
    sql`reason = 'other'`,
    sql`created_on = now()`,
  ])
    await expect(
      sql`update referral_event set ${change} where referral_id = ${referralId}::uuid and action = 'decline'`.execute(
        app.database,
      ),
    ).rejects.toThrow(/never changed/)
  await expect(
    sql`delete from referral_event where referral_id = ${referralId}::uuid`.execute(app.database),
  ).rejects.toThrow(/never changed/)
  await expect(sql`delete from erasure`.execute(app.database)).rejects.toThrow(/never changed/)
})

it('F-22 erases once despite concurrent calls, and leaves no trace of a person being referred', async () => {
  const twice = await makePerson()
  const answers = await Promise.all(Array.from({ length: 8 }, () => erase(twice.id, twice.name)))
  expect(answers.map((a) => a.status)).toEqual(Array(8).fill(204))
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_record
    where action = 'contact.erase' and subject_id = ${twice.id}`.execute(app.database)
  expect(rows[0]?.count).toBe(1)

  for (let round = 0; round < 6; round++) {
    const { id, word, name } = await makePerson()
    const referralId = await makeReferral(id, word)
    const { version } = (await staff('GET', `/api/referral/${referralId}`)).body
    const [erased, ...others] = await Promise.all([
      erase(id, name),
      staff('POST', '/api/referral/', { contactId: id, recipientOrganizationId: recipientId, need: 'homelessness' }),
      staff('POST', `/api/referral/${referralId}/transition`, { action: 'reopen', version, reason: `Again${word}` }),
      staff('PUT', `/api/contact/${id}`, { version: 1, note: `Later${word}` }),
    ])
    expect([204, 409]).toContain(erased.status)
    expect(others.every((answer) => answer.status < 500)).toBe(true)
    const traces = await findTraces(app.database, [word])
    if (erased.status === 204) expect(traces).toEqual([])
    else expect(traces).not.toEqual([])
  }
})

/** Makes calls while the erasure of a person is under way, and lets it go on once all of them wait for it. */
async function duringErasure({ id, name }: { id: string; name: string }, calls: (() => ReturnType<Caller>)[]) {
  await staff('POST', `/api/contact/${id}/invitation`)
  const isWaiting = (count: number) =>
    vi.waitFor(async () => {
      const waiting = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.database)
      expect(waiting.rows).toHaveLength(count)
    }, 10_000)
  const { erased, answers } = await app.database.transaction().execute(async (transaction) => {
    // An erasure ends the invitations near its end, with the person locked.
    await sql`select from contact_invitation where contact_id = ${id}::uuid for update`.execute(transaction)
    // In objects, because a promise alone would be awaited before the commit.
    const erased = erase(id, name)
    await isWaiting(1)
    const answers = calls.map((call) => call())
    await isWaiting(1 + calls.length)
    return { erased, answers }
  })
  expect((await erased).status).toBe(204)
  return Promise.all(answers)
}

it('F-22 INT-17 leaves no trace of a consent or a list that a colleague saves at the same moment', async () => {
  const person = await makePerson()
  const { id, word } = person
  const { add, makeProvider } = directoryOf(app)
  const { id: organizationId } = await makeProvider()
  const serviceId = await add('service', { organizationId, name: 'Night Kitchen', assuredDate: '2026-11-01' })
  const list = (await staff('POST', '/api/serviceList/entry', { serviceId })).body
  const services = [{ serviceId, note: `Listnote${word}` }]
  const consent = { scope: 'network', howGiven: 'written', givenOn: '2026-10-02' }
  const answers = await duringErasure(person, [
    () => staff('POST', `/api/contact/${id}/consent`, consent),
    () => staff('PUT', `/api/serviceList/${list.id}`, { version: list.version, contactId: id, services }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 400])
  expect(await findTraces(app.database, [word])).toEqual([])
})

it('F-22 INT-17 leaves no trace of a draft, or of another try, that a colleague saves at the same moment', async () => {
  const person = await makePerson()
  const { id: contactId, word } = person
  const { requestId } = (await staff('GET', `/api/referral/${await makeReferral(contactId, word)}`)).body
  expect(requestId).toEqual(expect.any(String))
  const draft = { contactId, recipientOrganizationId: recipientId, need: 'homelessness', send: false }
  const answers = await duringErasure(person, [
    () => staff('POST', '/api/referral/', { ...draft, note: `Draftnote${word}` }),
    () => staff('POST', '/api/referral/', { ...draft, requestId, note: `Trynote${word}` }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([400, 400])
  expect(await findTraces(app.database, [word])).toEqual([])
})

it('F-22 INT-17 leaves no trace of a draft that a colleague changes to be about them at the same moment', async () => {
  const [person, other] = [await makePerson(), await makePerson()]
  const { id, word } = person
  await staff('POST', `/api/contact/${other.id}/household`, { contactId: id, relation: 'child' })
  const parts = { recipientOrganizationId: recipientId, need: 'homelessness', urgency: 'routine' }
  const draft = async () =>
    (await staff('POST', '/api/referral/', { ...parts, contactId: other.id, send: false })).body as { id: string }
  const [moved, joined] = [await draft(), await draft()]
  const change = (of: { id: string }, given: object) => () =>
    staff('PUT', `/api/referral/${of.id}`, { ...parts, contactId: other.id, version: 1, ...given })
  const answers = await duringErasure(person, [
    change(moved, { contactId: id, note: `Draftnote${word}` }),
    change(joined, { alsoForIds: [id], note: `Joinednote${word}` }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([400, 400])
  expect(await findTraces(app.database, [word])).toEqual([])
})

it('F-22 replays erasures after a restore, once and twice', async () => {
  const { id, word, name } = await makePerson()
  await makeReferral(id, word)
  const { organizationId } = (await staff('GET', `/api/contact/${id}`)).body
  expect(await replayErasure(app.database, { contactId: id, organizationId })).toBe(true)
  expect(await replayErasure(app.database, { contactId: id, organizationId })).toBe(true)
  expect(await findTraces(app.database, [word])).toEqual([])
  expect(await replayErasure(app.database, { contactId: crypto.randomUUID(), organizationId })).toBe(false)
  expect((await erase(id, name)).status).toBe(204)
})

it('F-22 proposes inactive people, keeps those whom an admin keeps, and later erases the others', async () => {
  const [old, kept, due, fresh, open] = [
    await makePerson(),
    await makePerson(),
    await makePerson(),
    await makePerson(),
    await makePerson(),
  ]
  await staff('POST', '/api/referral/', {
    contactId: open.id,
    recipientOrganizationId: recipientId,
    need: 'homelessness',
  })
  const olden = [old.id, kept.id, due.id, open.id]
  await sql`update contact set changed_on = now() - interval '30 months' where id = any(${olden}::uuid[])`.execute(
    app.database,
  )
  await sql`update consent set recorded_on = now() - interval '30 months' where contact_id = any(${olden}::uuid[])`.execute(
    app.database,
  )
  const night = async () => {
    await sql`select graphile_worker.add_job('retention')`.execute(app.database)
    await app.workJobs()
  }
  await night()
  const proposed = (await admin('GET', '/api/erasureProposal?limit=2')).body
  const rest = (await admin('GET', `/api/erasureProposal?limit=2&cursor=${proposed.nextCursor}`)).body
  const ids = [...proposed.items, ...rest.items].map((item: { contactId: string }) => item.contactId)
  expect(ids.sort()).toEqual([old.id, kept.id, due.id].sort())
  expect(ids).not.toContain(fresh.id)
  expect((await admin('GET', '/api/erasureProposal/count')).body).toEqual({ count: 3, months: 24 })
  expect((await recipient('GET', '/api/erasureProposal/count')).body.count).toBe(0)
  expect((await recipient('POST', `/api/erasureProposal/${kept.id}/keep`)).status).toBe(404)

  expect((await admin('POST', `/api/erasureProposal/${kept.id}/keep`)).status).toBe(204)
  await sql`update erasure_proposal set proposed_on = now() - interval '4 months' where contact_id = ${due.id}::uuid`.execute(
    app.database,
  )
  await night()
  expect(await findTraces(app.database, [due.word])).toEqual([])
  expect(await findTraces(app.database, [old.word])).not.toEqual([])
  expect(
    (await admin('GET', '/api/erasureProposal')).body.items.map((i: { contactId: string }) => i.contactId),
  ).toEqual([old.id])
  await staff('PUT', `/api/contact/${old.id}`, { version: 1, city: 'Buffalo' })
  await night()
  expect((await admin('GET', '/api/erasureProposal/count')).body.count).toBe(0)
})

it('INT-17 F-22 does not erase a person who was kept, or became active, while the nightly job ran', async () => {
  for (const act of ['kept', 'active', 'neither'] as const) {
    const { id, word } = await makePerson()
    const { organizationId } = (await staff('GET', `/api/contact/${id}`)).body
    await sql`update contact set changed_on = now() - interval '30 months' where id = ${id}::uuid`.execute(app.database)
    await sql`update consent set recorded_on = now() - interval '30 months' where contact_id = ${id}::uuid`.execute(
      app.database,
    )
    await sql`insert into erasure_proposal (contact_id, organization_id, last_activity_on, proposed_on)
      values (${id}, ${organizationId}, now() - interval '30 months', now() - interval '4 months')`.execute(
      app.database,
    )
    const link = await staff('POST', `/api/contact/${id}/recordLink`, { language: 'en', way: { channel: 'copy' } })
    expect(link.status).toBe(201)
    await sql`select graphile_worker.add_job('retention')`.execute(app.database)
    const { night } = await app.database.transaction().execute(async (transaction) => {
      await sql`select from contact where id = ${id}::uuid for update`.execute(transaction)
      // In an object, because a promise alone would be awaited before the commit.
      const going = { night: app.workJobs() }
      await vi.waitFor(async () => {
        const waiting = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(app.database)
        expect(waiting.rows).toHaveLength(1)
      }, 10_000)
      if (act === 'kept') await sql`delete from erasure_proposal where contact_id = ${id}::uuid`.execute(transaction)
      if (act === 'active') await sql`update contact set changed_on = now() where id = ${id}::uuid`.execute(transaction)
      return going
    })
    await night
    const links = app.database.selectFrom('recordLink').select('id').where('contactId', '=', id).execute()
    const isLeft = act !== 'neither'
    expect([act, (await findTraces(app.database, [word])).length > 0]).toEqual([act, isLeft])
    expect(await links).toHaveLength(isLeft ? 1 : 0)
  }
})

it('INT-17 an intake, a correction, an opened link, a list, a request for consent and a change of the household are activity', async () => {
  await insertShippedForms(app.database)
  const { id: formId } = await app.database
    .selectFrom('intakeForm')
    .select('id')
    .where('shippedAs', '=', 'hunger-vital-sign')
    .executeTakeFirstOrThrow()
  const other = (await makePerson()).id
  const start = async (id: string) =>
    (await staff('POST', '/api/intake/', { formId, contactId: id, language: 'en' })).body.id
  const answer = (intakeId: string, answers = { worried: 'often', 'ran-out': 'never' }) =>
    staff('PUT', `/api/intake/${intakeId}/answers`, {
      answers: Object.entries(answers).map(([item, value]) => ({
        ...{ item, value, base: 0, changeId: crypto.randomUUID() },
      })),
    })
  const openLink = async (id: string) => {
    const given = { language: 'en', way: { channel: 'copy' } }
    const { url } = (await staff('POST', `/api/contact/${id}/recordLink`, given)).body
    const path = `/api/recordLink/open/${url.split('/p/')[1]}`
    const { session } = (await app.anonymous('POST', path, { birthDate: '1931-07-09' })).body
    return { path, session }
  }
  const { id: textId } = await app.database.selectFrom('consentText').select('id').executeTakeFirstOrThrow()
  const askConsent = async (id: string) => {
    const terms = { scope: 'network', needs: [], recipientIds: [], expiresOn: null }
    const given = { id: crypto.randomUUID(), textId, ...terms, language: 'en', way: { channel: 'copy' } }
    const { url } = (await staff('POST', `/api/contact/${id}/consentRequest`, given)).body
    return `/api/consentRequest/open/${url.split('/c/')[1]}`
  }
  const household = (id: string) => `/api/contact/${id}/household`
  const together = async (id: string) => {
    await staff('DELETE', household(other))
    await staff('POST', household(id), { contactId: other, relation: 'child' })
  }
  /** By activity: what is long ago, and what happens now. */
  const activities: Record<string, (id: string) => Promise<() => Promise<unknown>>> = {
    'an intake is started': async (id) => () => start(id),
    'an intake is answered': async (id) => {
      const intakeId = await start(id)
      return () => answer(intakeId)
    },
    'an intake is completed': async (id) => {
      const intakeId = await start(id)
      await answer(intakeId)
      return () => staff('POST', `/api/intake/${intakeId}/complete`)
    },
    'a link is opened': async (id) => () => openLink(id),
    'a correction is asked for': async (id) => {
      const { path, session } = await openLink(id)
      const correction = { id: crypto.randomUUID(), text: 'Another name' }
      return () => app.anonymous('POST', `${path}/correction`, { session, ...correction })
    },
    'a consent is withdrawn': async (id) => {
      const [{ id: consentId }] = (await staff('GET', `/api/contact/${id}`)).body.consents
      return () => staff('POST', `/api/contact/${id}/consent/${consentId}/withdraw`, {})
    },
    'a consent is asked for': async (id) => () => askConsent(id),
    'a consent that was asked for is refused': async (id) => {
      const path = await askConsent(id)
      const { session } = (await app.anonymous('POST', path, { birthDate: '1931-07-09' })).body
      return () => app.anonymous('POST', `${path}/refuse`, { session, language: 'en', reason: null })
    },
    'a list of services is made for them': async (id) => () =>
      sql`insert into service_list (organization_id, account_id, contact_id, is_current)
        select organization_id, recorded_by, contact_id, false
        from consent join contact on contact.id = contact_id where contact_id = ${id}::uuid`.execute(app.database),
    'somebody joins the household': async (id) => () => together(id),
    'the place in the household changes': async (id) => {
      await together(id)
      return () => staff('PUT', household(id), { relation: 'parent' })
    },
    'they leave the household': async (id) => {
      await together(id)
      return () => staff('DELETE', household(id))
    },
  }
  const old = sql`now() - interval '30 months'`
  for (const [activity, prepare] of Object.entries(activities)) {
    const { id } = await makePerson()
    const act = await prepare(id)
    for (const change of [
      sql`update contact set changed_on = ${old} where id = ${id}::uuid`,
      sql`update consent set recorded_on = ${old} where contact_id = ${id}::uuid`,
      sql`update intake set started_on = ${old}, changed_on = ${old} where contact_id = ${id}::uuid`,
      sql`update consent_request set asked_on = ${old}, sent_on = ${old}, opened_on = ${old} where contact_id = ${id}::uuid`,
      sql`update record_link set opened_on = ${old} where contact_id = ${id}::uuid`,
    ])
      await change.execute(app.database)
    const night = async () => {
      await sql`select graphile_worker.add_job('retention')`.execute(app.database)
      await app.workJobs()
      const proposal = app.database.selectFrom('erasureProposal').select('contactId').where('contactId', '=', id)
      return (await proposal.execute()).length
    }
    const before = await night()
    await act()
    expect([activity, before, await night()]).toEqual([activity, 1, 0])
  }
})

it('F-22 only an admin of the organization can keep a person who was proposed for erasure', async () => {
  const { id, name } = await makePerson()
  const { organizationId } = (await staff('GET', `/api/contact/${id}`)).body
  const long = new Date('2020-01-01').toISOString()
  await app.database
    .insertInto('erasureProposal')
    .values({ contactId: id, organizationId, lastActivityOn: long })
    .execute()
  await sql`update contact set changed_on = ${long} where id = ${id}::uuid`.execute(app.database)
  const proposed = async () =>
    ((await admin('GET', '/api/erasureProposal')).body.items as { contactId: string; name: string }[]).filter(
      ({ contactId }) => contactId === id,
    )
  expect(await proposed()).toMatchObject([{ contactId: id, name, lastActivityOn: long }])
  expect((await accessLogOf(app.database, id)).at(-1)).toMatchObject({ way: 'list', organizationId })
  const keep = async (call: Caller) => (await call('POST', `/api/erasureProposal/${id}/keep`)).status
  expect([await keep(staff), await keep(recipient), await keep(admin)]).toEqual([403, 404, 204])
  expect(await proposed()).toEqual([])
  const [kept] = (await auditsOf(app.database, id)).filter(({ action }) => action === 'contact.keep')
  expect(kept).toMatchObject({ subjectType: 'contact', detail: {} })
  const { changedOn } = await app.database
    .selectFrom('contact')
    .select('changedOn')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(Date.parse(changedOn)).toBeGreaterThan(Date.parse(long))
  expect((await erase(id, `${name}x`)).body.errors).toEqual([{ path: 'name', message: 'other-name' }])
})
