import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeDesk } from '#test/merge-desk.ts'
import type { FormerPerson } from '../person-merge.ts'

const app = await startTestApp()
const { database } = app
const phone = (at: number) => ({ phoneNumber: `(716) 555-01${String(at).padStart(2, '0')}` })
const stored = (at: number) => `+171655501${String(at).padStart(2, '0')}`

it('INT-12 notes are put one below the other, the same one once, unless they are too long together', async () => {
  const { record, merge, get } = await makeDesk(app)
  const [long, longer] = ['a'.repeat(1999), 'b'.repeat(2000)]
  for (const [own, other, both] of [
    [null, null, null],
    [null, 'Night shift', 'Night shift'],
    ['Has a dog', null, 'Has a dog'],
    ['Has a dog', 'Has a dog', 'Has a dog'],
    ['Has a dog', 'Night shift', 'Has a dog\n\nNight shift'],
    [long, 'c'.repeat(1999), `${long}\n\n${'c'.repeat(1999)}`],
    [long, longer, long],
  ] as const) {
    const [stays, goes] = [await record({ note: own }), await record({ note: other })]
    expect((await merge(stays.id, goes.id)).status).toBe(200)
    expect((await get(stays.id)).note).toBe(both)
  }
})

it('INT-12 a merge adds the telephone numbers that are not there yet, ten at most, and its undo takes those away', async () => {
  const { record, merge, merged, undo, get } = await makeDesk(app)
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => phone(from + at))
  const own = await record({ phones: numbers(10, 8) })
  const other = await record({ phones: [...numbers(17, 1), { ...phone(30), kind: 'work' }, ...numbers(31, 3)] })
  const numbersOf = async () => (await get(own.id)).phones.map(({ phoneNumber }) => phoneNumber)
  const before = await numbersOf()
  await merge(own.id, other.id)
  const { phones } = await get(own.id)
  const added = phones.filter(({ phoneNumber }) => !before.includes(phoneNumber))
  expect([phones.length, added.length, new Set(phones.map(({ phoneNumber }) => phoneNumber)).size]).toEqual([10, 2, 10])
  expect(phones.filter(({ isPrimary }) => isPrimary).map(({ phoneNumber }) => phoneNumber)).toEqual([stored(10)])
  const theirs = (await merged(own.id))[0].phones.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber)
  // In the order of the other record; numbers that were added at once are shown in any order.
  expect(new Set(added.map(({ phoneNumber }) => phoneNumber))).toEqual(
    new Set(theirs.filter((number: string) => number !== stored(17)).slice(0, 2)),
  )
  await undo((await merged(own.id))[0].mergeId)
  expect(await numbersOf()).toEqual(before)
  // Whoever has no number gets the other one's, with its kind, as the primary one.
  const [none, one] = [await record(), await record({ phones: [{ ...phone(40), kind: 'work' }] })]
  await merge(none.id, one.id)
  expect((await get(none.id)).phones).toMatchObject([{ phoneNumber: stored(40), kind: 'work', isPrimary: true }])
})

it('INT-12 a merge is audited under both, with what was taken, and the undo as well', async () => {
  const { id, record, merge, merged, undo, account } = await makeDesk(app)
  const own = await record({ city: 'Buffalo' })
  const other = await record({ city: 'Albany', email: 'ana@example.test', note: 'Night shift' })
  const events = async () => {
    const { rows } = await sql<{ subjectId: string; audience: string[] }>`
      select subject_id, audience from event where type = 'contact' and subject_id in (${own.id}, ${other.id})
        and audience = array[${`organization:${id}`}]`.execute(database)
    return [own, other].map((person) => rows.filter(({ subjectId }) => subjectId === person.id).length)
  }
  const [ownBefore = 0, otherBefore = 0] = await events()
  await merge(own.id, other.id, ['city', 'email', 'lastName'])
  expect(await events()).toEqual([ownBefore + 1, otherBefore + 1])
  const [former] = await merged(own.id)
  for (const _ of [1, 2]) await undo(former.mergeId)
  expect(await events()).toEqual([ownBefore + 2, otherBefore + 2])
  const people = expect.toSatisfy((ids: string[]) => [own.id, other.id].sort().join() === ids.toSorted().join())
  for (const person of [own, other]) {
    const acts = (await auditsOf(database, person.id)).filter(({ action }) => /merge|split/.test(action))
    expect(acts).toEqual([
      {
        ...{ action: 'contact.merge', actorId: account.id, subjectType: 'contact' },
        detail: { from: other.id, into: own.id, took: expect.any(Array), people },
      },
      { action: 'contact.split', actorId: account.id, subjectType: 'contact', detail: { people } },
    ])
    // The last name was the same.
    expect([...((acts[0]?.detail ?? {}) as { took: string[] }).took].sort()).toEqual(['city', 'email', 'note'])
  }
})

it('INT-12 an undo restores what was taken, but nothing that was changed since', async () => {
  const { call, record, get, merge, merged, undo } = await makeDesk(app)
  const own = await record({ city: 'Buffalo', email: 'own@example.test', language: 'en' })
  const other = await record({ city: 'Albany', email: 'other@example.test', language: 'es', note: 'Night shift' })
  await merge(own.id, other.id, ['city', 'email', 'language'])
  const whole = await get(own.id)
  expect(whole).toMatchObject({ city: 'Albany', email: 'other@example.test', language: 'es', note: 'Night shift' })
  await call('PUT', `/api/contact/${own.id}`, { email: 'new@example.test', version: whole.version })
  const [former] = await merged(own.id)
  expect((await undo(former.mergeId)).body).toEqual({ contactId: own.id })
  const after = await get(own.id)
  expect(after).toMatchObject({ city: 'Buffalo', email: 'new@example.test', language: 'en', note: null })
  expect(after.version).toBeGreaterThan(whole.version + 1)
  expect(await get(other.id)).toMatchObject({
    id: other.id,
    city: 'Albany',
    email: 'other@example.test',
    note: 'Night shift',
  })
  expect([await merged(own.id), await merged(other.id)]).toEqual([[], []])
})

it('INT-12 after an undo the two are set apart by who undid it, also where nothing had proposed them', async () => {
  const { call, record, merge, merged, undo } = await makeDesk(app)
  for (const isForgotten of [true, false]) {
    const [own, other] = [await record(), await record()]
    await merge(own.id, other.id)
    if (isForgotten) await sql`delete from person_pair where ${own.id}::uuid in (first_id, second_id)`.execute(database)
    await undo((await merged(own.id))[0].mergeId)
    const { items } = (await call('GET', '/api/personPair/?state=different')).body
    const pair = items.find(({ people }: { people: { id: string }[] }) => people.some(({ id }) => id === own.id))
    expect(pair).toMatchObject({ state: 'different', decidedBy: 'Dana Tester', decidedOn: expect.any(String) })
    expect(pair.people.map(({ id }: { id: string }) => id)).toEqual([own.id, other.id].sort())
  }
})

it('INT-12 of several merges only the newest is undone, from the newest to the oldest', async () => {
  const { call, record, merge, merged, undo } = await makeDesk(app)
  const [one, two, three] = [await record(), await record({ city: 'Albany' }), await record({ city: 'Troy' })]
  const shown = async (id: string) =>
    (await merged(id)).map((former: FormerPerson) => [former.id, former.city, former.mayUndo, former.mergedBy])
  await merge(one.id, two.id)
  await merge(one.id, three.id)
  expect(await shown(one.id)).toEqual([
    [three.id, 'Troy', true, 'Dana Tester'],
    [two.id, 'Albany', false, 'Dana Tester'],
  ])
  const givenOn = new Date().toISOString().slice(0, 10)
  await call('POST', `/api/contact/${one.id}/consent`, { scope: 'network', howGiven: 'verbal', givenOn })
  const [newest, oldest] = await merged(one.id)
  // What its undo would leave there is said of the one that can be undone.
  expect([newest.since, oldest.since]).toEqual([[{ table: 'consent', count: 1 }], []])
  expect((await undo(oldest.mergeId)).body).toMatchObject({
    ...{ status: 409, code: 'merge-not-newest', message: 'Undo the newer merge of this person first.' },
  })
  expect((await undo(newest.mergeId)).status).toBe(200)
  expect(await shown(one.id)).toEqual([[two.id, 'Albany', true, 'Dana Tester']])
  expect((await undo(oldest.mergeId)).status).toBe(200)
})

it('INT-12 a merge below another one is undone after that, and its record is below the right one in between', async () => {
  const { record, merge, merged, undo, get } = await makeDesk(app)
  const [top, middle, bottom] = [await record(), await record(), await record()]
  await merge(middle.id, bottom.id)
  await merge(top.id, middle.id)
  expect((await get(bottom.id)).id).toBe(top.id)
  const [upper, lower] = await merged(top.id)
  expect([upper.id, upper.mayUndo, lower.id, lower.mayUndo]).toEqual([middle.id, true, bottom.id, false])
  expect((await undo(lower.mergeId)).body.code).toBe('merge-not-newest')
  expect((await undo(upper.mergeId)).status).toBe(200)
  expect([(await get(bottom.id)).id, (await get(middle.id)).id]).toEqual([middle.id, middle.id])
  expect(await merged(top.id)).toEqual([])
  expect((await undo(lower.mergeId)).status).toBe(200)
  expect((await get(bottom.id)).id).toBe(bottom.id)
})

it('INT-12 who reads what was merged is in the access log, once for a sitting, and only if something was', async () => {
  const { id, record, merge, merged } = await makeDesk(app)
  const [own, other, alone] = [await record(), await record(), await record()]
  await merge(own.id, other.id)
  const { call, account } = await app.someone({ organizationId: id })
  const read = (contactId: string) => call('GET', `/api/contact/${contactId}/merged`)
  for (const contactId of [own.id, own.id, alone.id]) expect((await read(contactId)).status).toBe(200)
  const reads = async (contactId: string) =>
    (await accessLogOf(database, contactId)).filter(({ accountId }) => accountId === account.id).map(({ way }) => way)
  expect([await reads(own.id), await reads(alone.id)]).toEqual([['record'], []])
  expect((await read(randomUUID())).status).toBe(404)
  const [former] = await merged(own.id)
  expect(former.mergedOn).toEqual(expect.any(String))
})

it('INT-12 a merge needs the records as they were compared, and one of the pair to stay', async () => {
  const { call, record, pair, merge } = await makeDesk(app)
  const [own, other, third] = [await record(), await record(), await record()]
  const path = `/api/personPair/${await pair(own.id, other.id)}/merge`
  const versions = { [own.id]: 1, [other.id]: 1 }
  const wrong = await call('POST', path, { stays: third.id, versions: { ...versions, [third.id]: 1 }, take: [] })
  expect([wrong.status, wrong.body.errors]).toEqual([400, [{ path: 'stays', message: 'invalid-choice' }]])
  await call('PUT', `/api/contact/${other.id}`, { city: 'Albany', version: 1 })
  for (const stays of [own.id, other.id])
    expect((await call('POST', path, { stays, versions, take: [] })).body).toMatchObject({
      ...{ status: 409, code: 'stale-version' },
    })
  expect((await call('POST', path, { stays: own.id, versions: { [other.id]: 2 }, take: [] })).body.code).toBe(
    'stale-version',
  )
  expect(
    (await call('POST', `/api/personPair/${randomUUID()}/merge`, { stays: own.id, versions, take: [] })).status,
  ).toBe(404)
  expect((await merge(own.id, other.id)).body).toEqual({ contactId: own.id })
})

it('INT-12 an undo finds that the record that stayed is not of the organization any more', async () => {
  const { id, record, merge, merged, undo, get } = await makeDesk(app)
  const [own, other] = [await record(), await record()]
  await merge(own.id, other.id)
  const [former] = await merged(own.id)
  const { id: elsewhere } = await makeOrganization(database)
  const move = (to: string) =>
    sql`update contact set organization_id = ${to}::uuid where id = ${own.id}::uuid`.execute(database)
  await move(elsewhere)
  expect((await undo(former.mergeId)).body).toMatchObject({
    ...{ status: 409, code: 'merge-gone' },
    message: 'One of the two records was merged or erased meanwhile.',
  })
  await move(id)
  expect((await undo(former.mergeId)).status).toBe(200)
  expect((await get(other.id)).id).toBe(other.id)
  expect((await undo(randomUUID())).status).toBe(404)
})

it('INT-12 an open invitation stays only with the address that it was mailed to', async () => {
  const { record, merge, account } = await makeDesk(app)
  const [mine, theirs] = ['mine@example.test', 'theirs@example.test']
  for (const [emails, take, isOpen] of [
    [[mine, mine], [], [true, true]],
    [[mine, theirs], [], [true, false]],
    [[mine, theirs], ['email'], [false, true]],
    [[null, theirs], ['email'], [false, true]],
  ] as const) {
    const people = [await record({ email: emails[0] }), await record({ email: emails[1] })] as const
    const codes = people.map(() => randomUUID())
    for (const [at, { id }] of people.entries())
      await sql`insert into contact_invitation (code_hash, contact_id, invited_by, expires_on)
        values (${codes[at]}, ${id}::uuid, ${account.id}::uuid, now() + interval '1 day')`.execute(database)
    expect((await merge(people[0].id, people[1].id, [...take])).status).toBe(200)
    const { rows } = await sql<{ codeHash: string; isOpen: boolean }>`
      select code_hash, withdrawn_on is null as is_open from contact_invitation where code_hash = any(${codes}::text[])`.execute(
      database,
    )
    expect(codes.map((code) => rows.find(({ codeHash }) => codeHash === code)?.isOpen)).toEqual([...isOpen])
  }
})

it('INT-12 an erasure takes away what a merge remembers, of the record that went away as well', async () => {
  const { id, record, merge } = await makeDesk(app)
  const [own, other] = [await record(), await record({ note: 'Quetzalwort', phones: [phone(50)] })]
  await merge(own.id, other.id)
  const { call: admin } = await app.someone({ organizationId: id, roles: ['organization-admin'] })
  expect((await admin('POST', `/api/contact/${own.id}/erase`, { name: 'Ana Reyes' })).status).toBeLessThan(300)
  const { rows } = await sql`
    select before, after, phones, carried from person_merge where from_id = ${other.id}::uuid`.execute(database)
  expect(rows).toEqual([{ before: {}, after: {}, phones: [], carried: [] }])
})
