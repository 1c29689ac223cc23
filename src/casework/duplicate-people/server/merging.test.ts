import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { findCoveringConsent } from '#casework/clients/consent-policy.ts'
import type { Contact } from '#casework/clients/contact-record.ts'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { rowsAboutPeople } from '#root/src/features.server.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { howOften } from '#test/how-often.ts'
import { makeDesk } from '#test/merge-desk.ts'

const app = await startTestApp()
const { database } = app
const today = new Date().toISOString().slice(0, 10)

/** How many others wait for a lock. */
const countWaiting = async () =>
  (
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      database,
    )
  ).rows.length

it('INT-12 every table that refers to a person follows a merge, or has a reason not to', async () => {
  const stays: Record<string, string> = {
    account: 'people who work with the portal are not merged',
    contact: 'the pointer itself',
    contact_phone: 'the record that goes away keeps its numbers; the other one gets a copy',
    erasure_proposal: 'the record that goes away belongs to no organization; the job proposes again',
    person_merge: 'the merge itself',
    person_pair: 'pairs of records that are not listed any more wait for the undo',
  }
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'contact'::regclass order by name`.execute(database)
  const handled = [...rowsAboutPeople.map(({ table }) => table), ...Object.keys(stays)].sort()
  expect(rows.map(({ name }) => name)).toEqual(handled)
})

it('INT-12 a merge keeps everything, old addresses and names lead to the record that stays, and undo restores both', async () => {
  const { call, record, get, merge, merged, undo, id } = await makeDesk(app)
  const own = await record({ note: 'Has a dog', phones: [{ phoneNumber: '(716) 555-0101' }], city: 'Buffalo' })
  const other = await record({
    ...{ firstName: 'Anita', lastName: 'Quezada', email: 'ana@example.test', note: 'Night shift' },
    phones: [{ phoneNumber: '(716) 555-0102' }],
  })
  await call('POST', `/api/contact/${other.id}/consent`, { scope: 'network', howGiven: 'verbal', givenOn: today })
  await call('PUT', `/api/contact/${other.id}/fact`, {
    ...{ facts: { householdSize: 3 }, saidOn: today, saidBy: 'person' },
  })
  const before = [await get(own.id), await get(other.id)]
  expect((await merge(own.id, other.id, ['email'])).status).toBe(200)
  const whole = await get(other.id)
  expect(whole).toMatchObject({ id: own.id, firstName: 'Ana', email: 'ana@example.test', city: 'Buffalo' })
  expect(whole.note).toBe('Has a dog\n\nNight shift')
  expect(whole.phones.map(({ phoneNumber, isPrimary }) => [phoneNumber, isPrimary])).toEqual([
    ['+17165550101', true],
    ['+17165550102', false],
  ])
  expect(whole.consents).toHaveLength(1)
  const found = (await call('POST', '/api/contact/search', { search: 'quezada' })).body.items
  expect(found.map((person: { id: string }) => person.id)).toEqual([own.id])
  expect((await call('POST', '/api/contact/search', { search: 'reyes' })).body.items).toHaveLength(1)
  const [former] = await merged(own.id)
  expect(former).toMatchObject({ id: other.id, firstName: 'Anita', mayUndo: true, since: [] })
  await call('POST', `/api/contact/${own.id}/consent`, { scope: 'network', howGiven: 'verbal', givenOn: today })
  const [changed] = await merged(own.id)
  expect(changed.since).toEqual([{ table: 'consent', count: 1 }])
  expect((await undo(former.mergeId)).status).toBe(200)
  expect((await undo(former.mergeId)).status).toBe(200)
  const plain = ({ version, changedOn, phones, ...person }: Contact) => ({
    ...person,
    phones: phones.map(({ phoneNumber, isPrimary }) => [phoneNumber, isPrimary]),
  })
  const [ownAfter, otherAfter] = [await get(own.id), await get(other.id)]
  expect(otherAfter.id).toBe(other.id)
  expect(plain(otherAfter)).toEqual(plain(before[1] as Contact))
  expect({ ...plain(ownAfter), consents: [] }).toEqual(plain(before[0] as Contact))
  expect(ownAfter.consents).toHaveLength(1)
  const { rows: pairs } = await sql`
    select state from person_pair where organization_id = ${id}::uuid`.execute(database)
  expect(pairs).toEqual([{ state: 'different' }])
  const { rows: acts } = await sql<{ action: string; subjectId: string }>`
    select action, subject_id from audit_record where action in ('contact.merge', 'contact.split')
      and subject_id in (${own.id}, ${other.id})`.execute(database)
  expect(acts).toHaveLength(4)
})

it('INT-12 INT-13 the link to a person’s own record follows a merge and its undo, and asks for the birth date again', async () => {
  const { call, record, merge, merged, undo } = await makeDesk(app)
  const birthDate = '1992-03-04'
  const [own, other] = [await record({ birthDate }), await record({ birthDate })]
  const { body } = await call('POST', `/api/contact/${other.id}/recordLink`, {
    ...{ language: 'en', way: { channel: 'copy' } },
  })
  const path = `/api/recordLink/open/${body.url.split('/p/')[1]}`
  const enter = async () => (await app.anonymous('POST', path, { birthDate })).body.session
  const read = (session: string) => app.anonymous('POST', `${path}/read`, { session })
  const listed = async (id: string) =>
    (await call('GET', `/api/contact/${id}/recordLink`)).body.items.map((link: { id: string }) => link.id)
  const first = await enter()
  expect((await read(first)).body.contactId).toBe(other.id)
  expect((await merge(own.id, other.id)).status).toBe(200)
  expect((await read(first)).body.code).toBe('record-link-locked')
  expect((await read(await enter())).body.contactId).toBe(own.id)
  expect(await listed(own.id)).toEqual([body.id])
  const [former] = await merged(own.id)
  expect((await undo(former.mergeId)).status).toBe(200)
  expect((await read(await enter())).body.contactId).toBe(other.id)
  expect([await listed(own.id), await listed(other.id)]).toEqual([[], [body.id]])
})

it('INT-12 of two people who merge at once one wins, the other gets a clear conflict, and strangers find nothing', async () => {
  const { record, merge, merged, undo, get, pair } = await makeDesk(app)
  const [own, other] = [await record(), await record()]
  const answers = await Promise.all([merge(own.id, other.id), merge(other.id, own.id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toMatch(/merge-gone|stale-version/)
  const stays = (await get(own.id)).id
  const [former] = await merged(stays)
  const { call: stranger } = await makeDesk(app)
  const id = await pair(own.id, other.id)
  const call = { stays: own.id, versions: {}, take: [] }
  expect((await stranger('POST', `/api/personPair/${id}/merge`, call)).status).toBe(404)
  expect((await stranger('POST', `/api/personMerge/${former.mergeId}/undo`, {})).status).toBe(404)
  expect((await undo(former.mergeId)).status).toBe(200)
})

it('INT-12 a record that is gone, or belongs to another organization by now, is not merged', async () => {
  const { call, record, merge, pair } = await makeDesk(app)
  const { id: elsewhere } = await makeOrganization(database)
  const [own, gone, moved] = [await record(), await record(), await record()]
  await merge(own.id, gone.id)
  await sql`update contact set organization_id = ${elsewhere}::uuid where id = ${moved.id}::uuid`.execute(database)
  for (const other of [gone, moved]) {
    const { rows } = await sql<{ id: string; version: number }>`
      select id, version from contact where id in (${own.id}::uuid, ${other.id}::uuid)`.execute(database)
    const versions = Object.fromEntries(rows.map(({ id, version }) => [id, version]))
    const answer = await call('POST', `/api/personPair/${await pair(own.id, other.id)}/merge`, {
      ...{ stays: own.id, versions, take: [] },
    })
    expect(answer.body).toMatchObject({ status: 409, code: 'merge-gone' })
  }
})

it('INT-12 a merge and its undo wait for a referral of theirs that is changed at the same moment', async () => {
  const { call, record, get, merge, merged, undo, id } = await makeDesk(app)
  const [ana, own, other] = [await record(), await record(), await record()]
  await call('POST', `/api/contact/${ana.id}/household`, { contactId: other.id, relation: 'child' })
  const { body: draft } = await call('POST', '/api/referral/', {
    ...{ contactId: ana.id, alsoForIds: [other.id], need: 'legal-help', urgency: 'routine', send: false },
    recipientOrganizationId: id,
  })
  const alsoFor = async () => (await call('GET', `/api/referral/${draft.id}`)).body.alsoFor[0].contactId
  expect(await alsoFor()).toBe(other.id)
  /** Does what a changed draft does, and the act in the middle of it. */
  const during = async (contactId: string, act: () => Promise<{ status: number }>) => {
    const acting = await database.transaction().execute(async (changing) => {
      await sql`select from referral where id = ${draft.id}::uuid for update`.execute(changing)
      await sql`delete from referral_person where referral_id = ${draft.id}::uuid`.execute(changing)
      const answer = act()
      await vi.waitFor(async () => expect(await countWaiting()).toBe(1))
      await sql`insert into referral_person (referral_id, contact_id)
        values (${draft.id}::uuid, ${contactId}::uuid)`.execute(changing)
      return { answer }
    })
    return acting.answer
  }
  expect((await during(other.id, () => merge(own.id, other.id))).status).toBe(200)
  expect(await alsoFor()).toBe(own.id)
  const [former] = await merged(own.id)
  expect((await during(own.id, () => undo(former.mergeId))).status).toBe(200)
  expect([await alsoFor(), (await get(other.id)).id]).toEqual([other.id, other.id])
})

it('INT-12 INT-16 nobody is on a referral twice after a merge, and the undo restores both', async () => {
  const { call, record, merge, merged, undo, id } = await makeDesk(app)
  for (const isKept of [true, false]) {
    const [ana, twin, leo] = [await record(), await record(), await record({ firstName: 'Leo' })]
    for (const { id: contactId } of [twin, leo])
      await call('POST', `/api/contact/${ana.id}/household`, { contactId, relation: 'child' })
    const { body: draft } = await call('POST', '/api/referral/', {
      ...{ contactId: ana.id, alsoForIds: [twin.id, leo.id], need: 'legal-help', urgency: 'routine', send: false },
      recipientOrganizationId: id,
    })
    const people = async () => {
      const { contactId, alsoFor } = (await call('GET', `/api/referral/${draft.id}`)).body
      return [contactId, ...alsoFor.map((other: { contactId: string }) => other.contactId).sort()]
    }
    const [stays, goes] = isKept ? [ana, twin] : [twin, ana]
    expect((await merge(stays.id, goes.id)).status).toBe(200)
    expect(await people()).toEqual([stays.id, leo.id])
    const [former] = await merged(stays.id)
    expect((await undo(former.mergeId)).status).toBe(200)
    expect(await people()).toEqual([ana.id, ...[twin.id, leo.id].sort()])
  }
})

it('INT-12 INT-16 a household of two that were one ends, a larger one keeps its head, and the undo restores both', async () => {
  const { call, record, merge, merged, undo } = await makeDesk(app)
  const homeOf = async ({ id }: { id: string }) =>
    (await call('GET', `/api/contact/${id}/household`)).body.items.map(
      (member: { contactId: string; relation: string }) => `${member.contactId} ${member.relation}`,
    )
  const live = (one: { id: string }, other: { id: string }, relation: string) =>
    call('POST', `/api/contact/${one.id}/household`, { contactId: other.id, relation })
  const [own, twin] = [await record(), await record()]
  await live(own, twin, 'child')
  const alone = await homeOf(own)
  expect(alone).toHaveLength(2)
  await merge(own.id, twin.id)
  expect(await homeOf(own)).toEqual([])
  await undo((await merged(own.id))[0].mergeId)
  expect(await homeOf(own)).toEqual(alone)

  const [head, partner, leo] = [await record(), await record(), await record({ firstName: 'Leo' })]
  await live(head, partner, 'partner')
  await live(head, leo, 'child')
  const three = await homeOf(head)
  expect(three).toContain(`${head.id} head`)
  await merge(partner.id, head.id)
  expect(await homeOf(partner)).toEqual([`${partner.id} head`, `${leo.id} child`])
  await undo((await merged(partner.id))[0].mergeId)
  expect(await homeOf(head)).toEqual(three)
})

it('INT-12 two records with accounts of their own are not merged', async () => {
  const { record, merge, account } = await makeDesk(app)
  const [own, other] = [await record(), await record()]
  for (const person of [own, other]) {
    const { account: member } = await app.someone({ roles: ['community-member'] })
    await sql`insert into contact_invitation (code_hash, contact_id, invited_by, account_id, expires_on, used_on)
      values (${crypto.randomUUID()}, ${person.id}::uuid, ${account.id}::uuid, ${member.id}::uuid, now(), now())`.execute(
      database,
    )
  }
  expect((await merge(own.id, other.id)).body).toMatchObject({ status: 409, code: 'merge-accounts' })
})

it('INT-12 two records with the same form begun are not merged', async () => {
  const { call, record, merge } = await makeDesk(app)
  await insertShippedForms(database)
  const { formId } = await database
    .selectFrom('intakeFormVersion')
    .select('formId')
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow()
  const [own, other] = [await record(), await record()]
  for (const { id } of [own, other])
    expect((await call('POST', '/api/intake/', { formId, contactId: id, language: 'en' })).status).toBeLessThan(300)
  expect((await merge(own.id, other.id)).body).toMatchObject({ status: 409, code: 'merge-drafts' })
})

it('INT-12 a pair that was set apart is not proposed again through a record that was merged into one of it', async () => {
  const { call, record, pair, merge } = await makeDesk(app)
  const [one, other, third] = [await record(), await record(), await record()]
  const apart = await pair(other.id, third.id)
  expect((await call('PUT', `/api/personPair/${apart}/decision`, { state: 'different' })).status).toBe(204)
  await pair(one.id, third.id)
  const open = async () => (await call('GET', '/api/personPair/')).body.items.length
  expect(await open()).toBe(1)
  await merge(one.id, other.id)
  expect(await open()).toBe(0)
})

it('INT-12 what is written for a record that was just merged comes to the one that stays', async () => {
  const { record, merge, get, account } = await makeDesk(app)
  const [own, other] = [await record(), await record()]
  await merge(own.id, other.id)
  await sql`insert into consent (contact_id, scope, how_given, given_on, recorded_by)
    values (${other.id}::uuid, 'network', 'verbal', ${today}::date, ${account.id}::uuid)`.execute(database)
  expect((await get(own.id)).consents).toHaveLength(1)
})

it('INT-12 after a merge the stricter rule of safe contact holds, and erasure takes the merged record along', async () => {
  const { record, merge, get, call, id } = await makeDesk(app)
  const phones = [{ phoneNumber: '(716) 555-0103' }]
  const [own, other] = [await record({ phones }), await record({ phones, lastName: 'Secretname' })]
  const rules = (mayCall: boolean) => ({
    ...{ version: 0, doNotContact: false, email: null, mayEmail: true, mayMail: true, hours: [], hoursNote: null },
    ...{
      timeZone: 'America/New_York',
      isDiscreet: !mayCall,
      avoid: null,
      askFor: null,
      preferredWay: null,
      wantsNotices: mayCall,
    },
    phones: [{ phoneNumber: '+17165550103', mayCall, mayVoicemail: true, mayText: true }],
  })
  expect((await call('PUT', `/api/contact/${own.id}/safeContact`, rules(true))).status).toBe(200)
  expect((await call('PUT', `/api/contact/${other.id}/safeContact`, rules(false))).status).toBe(200)
  await merge(own.id, other.id)
  const { safeContact } = await get(own.id)
  expect(safeContact).toMatchObject({
    isDiscreet: true,
    wantsNotices: false,
    phones: [{ mayCall: false, mayVoicemail: true }],
  })
  const { call: admin } = await app.someone({ organizationId: id, roles: ['organization-admin'] })
  const { bytes } = await admin('GET', `/api/contact/${own.id}/export?format=json`)
  expect(Buffer.from(bytes).toString()).toContain('Secretname')
  expect((await admin('POST', `/api/contact/${own.id}/erase`, { name: 'Ana Reyes' })).status).toBeLessThan(300)
  const { rows } = await sql`
    select from contact where id in (${own.id}::uuid, ${other.id}::uuid) and (last_name <> '' or merged_into is not null)
    union all select from safe_contact where contact_id in (${own.id}::uuid, ${other.id}::uuid)
    union all select from person_merge where into_id = ${own.id}::uuid and (before <> '{}' or carried <> '[]')`.execute(
    database,
  )
  expect(rows).toEqual([])
})

/** The same numbers for the same seed. */
function drawFrom(seed: number) {
  let state = seed
  return (most: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * most)
  }
}

it('INT-12 a consent covers after a merge, and after its undo, exactly what it covered before', async () => {
  for (let round = 0; round < howOften(1, 40); round += 1) await mergeConsents(round)
}, 240_000)

/** @param round in the first one, both people have every kind of consent; in the others, some of them */
async function mergeConsents(round: number) {
  const { record, merge, merged, undo, get, account } = await makeDesk(app)
  const draw = drawFrom(round)
  const share = round ? 1 + draw(99) : 100
  const recipients = [await makeOrganization(database), await makeOrganization(database)].map(({ id }) => id)
  const needs = ['food-insecurity', 'legal-help', 'homelessness'] as const
  const [own, other] = [await record(), await record()]
  // For both people a consent of every kind: for whom, for what, until when, withdrawn or not.
  await sql`
    insert into consent (contact_id, scope, recipient_ids, needs, how_given, given_on, expires_on, withdrawn_on, recorded_by)
    select person, case when recipient is null then 'network' else 'organizations' end, array_remove(array[recipient], null),
      array_remove(array[need], null), 'written', ${today}::date, expires_on, withdrawn_on, ${account.id}::uuid
    from unnest(${[own.id, other.id]}::uuid[]) person, unnest(${[null, ...recipients]}::uuid[]) recipient,
      unnest(${[null, ...needs]}::text[]) need, unnest(${[null, today]}::date[]) expires_on,
      unnest(${[null, today]}::timestamptz[]) withdrawn_on
    where abs(hashtext(concat_ws(' ', ${round}::text, person, recipient, need, expires_on, withdrawn_on)) % 100) < ${share}`.execute(
    database,
  )
  const questions = recipients.flatMap((recipientOrganizationId) =>
    needs.flatMap((need) =>
      [true, false].flatMap((isInNetwork) =>
        [today, '2099-01-01'].map((day) => ({ recipientOrganizationId, need, isInNetwork, day })),
      ),
    ),
  )
  const covered = async (id: string) =>
    Object.fromEntries(
      (await get(id)).consents.map((consent) => [
        consent.id,
        questions.map((one) => Boolean(findCoveringConsent([consent], one))),
      ]),
    )
  const [ofOwn, ofOther] = [await covered(own.id), await covered(other.id)]
  if (share === 100) expect([ofOwn, ofOther].map((each) => Object.keys(each).length)).toEqual([48, 48])
  for (const [into, from] of [
    [own, other],
    [other, own],
  ] as const) {
    expect((await merge(into.id, from.id)).status).toBe(200)
    expect(await covered(into.id)).toEqual({ ...ofOwn, ...ofOther })
    const [former] = await merged(into.id)
    expect((await undo(former.mergeId)).status).toBe(200)
    expect([await covered(own.id), await covered(other.id)]).toEqual([ofOwn, ofOther])
  }
}

/** The columns that name a person, without those of merges. */
const listReferences = async () =>
  (
    await sql<{ name: string; column: string }>`
      select conrelid::regclass::text as name, attname as column from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and confrelid = 'contact'::regclass
        and conrelid not in ('contact'::regclass, 'person_pair'::regclass, 'person_merge'::regclass)
      order by 1, 2`.execute(database)
  ).rows

it('INT-12 random walks of merges and splits return every row to where it was', async () => {
  const desk = await makeDesk(app)
  const { record, call, merge, merged, undo } = desk
  const people: Contact[] = []
  for (let at = 0; at < 4; at += 1) {
    const person = await record({
      ...{ firstName: `P${at}`, note: at % 2 ? `Note ${at}` : null, city: at % 3 ? `City ${at}` : null },
      phones: [{ phoneNumber: `(716) 555-01${at}0` }, { phoneNumber: '(716) 555-0199' }],
    })
    people.push(person)
    await call('POST', `/api/contact/${person.id}/consent`, { scope: 'network', howGiven: 'verbal', givenOn: today })
    const facts = at % 2 ? { householdSize: at } : { householdSize: at + 1, childrenAges: [at] }
    await call('PUT', `/api/contact/${person.id}/fact`, { facts, saidOn: today, saidBy: 'person' })
    await call('POST', '/api/referralRequest/', { contactId: person.id, need: 'legal-help' })
  }
  await call('POST', `/api/contact/${people[0]?.id}/household`, { contactId: people[1]?.id })
  const ids = people.map(({ id }) => id)
  const tables = await listReferences()
  const state = async () => {
    const { rows } = await sql<{ row: string }>`
      select 'contact ' || (to_jsonb(one) - 'version' - 'changed_on')::text as row from contact one
      where one.id = any(${ids}::uuid[]) union all ${sql.join(
        tables.map(
          ({ name, column }) => sql`select ${name} || (to_jsonb(one) - ${name === 'contact_phone' ? 'id' : ''})::text
            from ${sql.table(name)} one where one.${sql.ref(column)} = any(${ids}::uuid[])`,
        ),
        sql` union all `,
      )} order by 1`.execute(database)
    return rows.map(({ row }) => row)
  }
  const before = await state()
  expect(before.length).toBeGreaterThan(20)
  const fields = ['firstName', 'city', 'email', 'lastName']
  for (let walk = 0; walk < howOften(8, 300); walk += 1) {
    const draw = drawFrom(walk + 1)
    const roots = new Set(ids)
    for (let step = 0; step < 3 && roots.size > 1; step += 1) {
      const [into, from] = [...roots].sort((one, other) => (draw(2) ? 1 : -1) * one.localeCompare(other)) as [
        string,
        string,
      ]
      expect(
        (
          await merge(
            into,
            from,
            fields.filter(() => draw(2) === 1),
          )
        ).status,
      ).toBe(200)
      roots.delete(from)
      if (draw(3) === 0) {
        const newest = (await merged(into)).find((former: { mayUndo: boolean }) => former.mayUndo)
        expect((await undo(newest.mergeId)).status).toBe(200)
        roots.add(newest.id)
      }
    }
    while (roots.size < ids.length)
      for (const root of [...roots]) {
        const newest = (await merged(root)).find((former: { mayUndo: boolean }) => former.mayUndo)
        if (!newest) continue
        expect((await undo(newest.mergeId)).status).toBe(200)
        roots.add(newest.id)
      }
    expect(await state()).toEqual(before)
  }
}, 240_000)
