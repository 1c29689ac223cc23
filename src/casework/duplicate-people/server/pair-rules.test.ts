import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeDesk } from '#test/merge-desk.ts'
import type { PersonPair } from '../person-pair.ts'
import { findPairs } from './find-pairs.ts'

const app = await startTestApp()
const { database } = app
const find = (payload: object = {}) => findPairs({ database })(payload, undefined as never)

/** A desk with functions that list and decide its pairs. */
async function makePairDesk() {
  const desk = await makeDesk(app)
  const list = async (words = '') => (await desk.call('GET', `/api/personPair/${words}`)).body
  const items = async (words = '') => (await list(words)).items as PersonPair[]
  const count = async () => (await desk.call('GET', '/api/personPair/count')).body.count
  const decide = (id: string, state: string) => desk.call('PUT', `/api/personPair/${id}/decision`, { state })
  const choose = (contactId: string, otherId: string) =>
    desk.call('POST', `/api/contact/${contactId}/pair`, { otherId })
  return { ...desk, list, items, count, decide, choose }
}
const born = { birthDate: '1980-04-03' }

it('INT-12 pairs come the most alike first, page by page, each once', async () => {
  const { record, pair, list, count } = await makePairDesk()
  const people = [await record(), await record(), await record(), await record()].map(({ id }) => id)
  const scores = [20, 31, 20, 9, 20]
  const made: { id: string; score: number }[] = []
  const couples = people.flatMap((one, at) => people.slice(at + 1).map((other) => [one, other] as const))
  for (const [at, score] of scores.entries())
    made.push({ id: await pair(...(couples[at] as [string, string]), score), score })
  const sorted = made.sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1)).map(({ id }) => id)
  const walk = async (limit: number) => {
    const found: string[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      found.push(page.items.map(({ id }: PersonPair) => id))
      cursor = page.nextCursor
    }
    return found
  }
  expect(await walk(50)).toEqual([sorted])
  expect(await walk(5)).toEqual([sorted])
  expect(await walk(2)).toEqual([sorted.slice(0, 2), sorted.slice(2, 4), sorted.slice(4)])
  expect(await count()).toBe(5)
})

it('INT-12 a pair shows both people as the list of people does, and seeing it is recorded', async () => {
  const { record, pair, items, account } = await makePairDesk()
  const [one, other] = [
    await record({ ...born, city: 'Buffalo', postalCode: '14201', phones: [{ phoneNumber: '(716) 555-0101' }] }),
    await record({ ...born, firstName: 'Anna', email: 'anna@example.test' }),
  ]
  await pair(one.id, other.id)
  const [{ people, reasons, decidedBy, decidedOn, level } = {} as PersonPair] = await items()
  const shown = [
    {
      ...{
        id: one.id,
        firstName: 'Ana',
        lastName: 'Reyes',
        ...born,
        email: null,
        city: 'Buffalo',
        postalCode: '14201',
      },
      primaryPhone: '+17165550101',
    },
    { id: other.id, firstName: 'Anna', email: 'anna@example.test', city: null, primaryPhone: null },
  ].sort((a, b) => (a.id < b.id ? -1 : 1))
  expect(people).toMatchObject(shown)
  expect(reasons).toContain('birth-date')
  expect([decidedBy, decidedOn, level]).toEqual([null, null, 'likely'])
  for (const { id } of [one, other])
    expect((await accessLogOf(database, id)).at(-1)).toMatchObject({ accountId: account.id, way: 'duplicate' })
})

it('INT-12 a pair is listed while both records are of the organization, and no longer', async () => {
  const { id, record, pair, items, count } = await makePairDesk()
  const { id: elsewhere } = await makeDesk(app)
  const [one, other] = [await record(), await record()]
  await pair(one.id, other.id)
  expect([(await items()).length, await count()]).toEqual([1, 1])
  for (const moved of [one, other]) {
    for (const owner of [elsewhere, null]) {
      await sql`update contact set organization_id = ${owner}::uuid where id = ${moved.id}::uuid`.execute(database)
      expect([(await items()).length, await count()]).toEqual([0, 0])
    }
    await sql`update contact set organization_id = ${id}::uuid where id = ${moved.id}::uuid`.execute(database)
  }
  expect(await count()).toBe(1)
})

it('INT-12 a decision says who and when, leaves the list of the open, and can be taken back', async () => {
  const { id: organizationId, record, pair, items, count, decide, account } = await makePairDesk()
  const [one, other] = [await record(), await record()]
  const id = await pair(one.id, other.id)
  const events = async () => {
    const { rows } = await sql<{ audience: string[] }>`
      select audience from event where type = 'contact' and subject_id in (${one.id}, ${other.id})`.execute(database)
    expect(rows.filter(({ audience }) => audience.join() !== `organization:${organizationId}`)).toEqual([])
    return rows.length
  }
  const before = await events()
  for (const _ of [1, 2]) expect((await decide(id, 'different')).status).toBe(204)
  expect([(await items()).length, await count(), await events()]).toEqual([0, 0, before + 2])
  expect(await items('?state=different')).toMatchObject([
    { id, state: 'different', decidedBy: 'Dana Tester', decidedOn: expect.any(String) },
  ])
  for (const _ of [1, 2]) expect((await decide(id, 'open')).status).toBe(204)
  expect(await items()).toMatchObject([{ id, state: 'open', decidedBy: null, decidedOn: null }])
  expect([await count(), (await items('?state=different')).length]).toEqual([1, 0])
  for (const person of [one, other]) {
    const acts = (await auditsOf(database, person.id)).filter(({ action }) => /different|maybeSame/.test(action))
    const act = { actorId: account.id, subjectType: 'contact', detail: { people: [one.id, other.id].sort() } }
    expect(acts).toEqual([
      { ...act, action: 'contact.different' },
      { ...act, action: 'contact.maybeSame' },
    ])
  }
  expect((await decide(randomUUID(), 'open')).status).toBe(404)
})

it('INT-12 the nightly job leaves what was decided, whatever the records say by now', async () => {
  const { record, items, decide, call } = await makePairDesk()
  const one = await record(born)
  const other = await record(born)
  await find()
  const [{ id } = {} as PersonPair] = await items()
  await decide(id, 'different')
  await call('PUT', `/api/contact/${other.id}`, { email: 'ana@example.test', version: 1 })
  await call('PUT', `/api/contact/${one.id}`, { email: 'ana@example.test', version: 1 })
  await find()
  expect([await items(), (await items('?state=different')).length]).toEqual([[], 1])
  await call('PUT', `/api/contact/${other.id}`, { firstName: 'Greta', lastName: 'Huber', birthDate: null, version: 2 })
  await find()
  expect(await items('?state=different')).toMatchObject([{ id }])
})

it('INT-12 the nightly job finds a pair once, goes on after a record, and follows what the records say', async () => {
  const { record, items, call } = await makePairDesk()
  const names = { firstName: 'Wilhelmina', lastName: 'Quackenbush' }
  const [first, second] = [await record(names), await record(names)].sort((one, other) => (one.id < other.id ? -1 : 1))
  await find({ after: first?.id })
  expect(await items()).toEqual([])
  await find()
  const [before] = await items()
  expect(before).toMatchObject({ level: 'possible', reasons: ['same-name'] })
  for (const person of [first, second]) await call('PUT', `/api/contact/${person?.id}`, { ...born, version: 1 })
  // Until the job runs, the list says already what they have in common now.
  expect(await items()).toMatchObject([{ level: 'possible', reasons: ['same-name', 'birth-date'] }])
  await find()
  expect(await items()).toMatchObject([{ id: before?.id, level: 'likely', state: 'open' }])
})

it('INT-12 the nightly job goes through all people, also those of the last hundreds', async () => {
  const { id, items } = await makePairDesk()
  const part = randomUUID().slice(-12)
  const ids = ['00000000-0000-4000-8000', 'ffffffff-ffff-4fff-bffe', 'ffffffff-ffff-4fff-bfff'].map(
    (head) => `${head}-${part}`,
  )
  await sql`delete from contact where note = 'in between'`.execute(database)
  await sql`insert into contact (organization_id, first_name, last_name, note)
    select ${id}::uuid, translate(md5('f' || n), '0123456789', ''), translate(md5('l' || n), '0123456789', ''), 'in between'
    from generate_series(1, 310) n`.execute(database)
  await sql`insert into contact (id, organization_id, first_name, last_name, birth_date)
    select one, ${id}::uuid, 'William', 'Vasquez', '1980-04-03' from unnest(${ids}::uuid[]) one`.execute(database)
  await find()
  const found = (await items('?limit=50')).filter(({ people }) => people.every((person) => ids.includes(person.id)))
  expect(found.map(({ people }) => people.map((person) => ids.indexOf(person.id)).join()).sort()).toEqual([
    ...['0,1', '0,2', '1,2'],
  ])
})

it('INT-12 records that staff put side by side and that are alike are listed at once, and a decision about them stays', async () => {
  const { record, items, choose, decide } = await makePairDesk()
  const [one, other] = [await record(born), await record(born)]
  const chosen = await choose(other.id, one.id)
  expect(chosen.status).toBe(200)
  expect(await items()).toMatchObject([{ id: chosen.body.id, state: 'open', level: 'likely' }])
  await decide(chosen.body.id, 'different')
  expect((await choose(one.id, other.id)).body).toEqual({ id: chosen.body.id })
  expect(await items('?state=different')).toMatchObject([{ id: chosen.body.id }])
  const same = await choose(one.id, one.id)
  expect(same.body).toMatchObject({ status: 409, code: 'merge-same', message: 'These are already the same record.' })
  const unknown = await choose(one.id, randomUUID())
  expect([unknown.status, unknown.body.errors]).toEqual([400, [{ path: 'otherId', message: 'invalid-choice' }]])
  expect((await choose(randomUUID(), one.id)).status).toBe(404)
})

it('INT-12 records with accounts of their own are not put side by side, those of one account are', async () => {
  const { record, choose, account } = await makePairDesk()
  const { account: member } = await app.someone({ roles: ['community-member'] })
  const { account: another } = await app.someone({ roles: ['community-member'] })
  const invited = async (accountId: string | null) => {
    const { id } = await record()
    await sql`insert into contact_invitation (code_hash, contact_id, invited_by, account_id, expires_on, used_on)
      values (${randomUUID()}, ${id}::uuid, ${account.id}::uuid, ${accountId}, now(), ${accountId && 'now'}::timestamptz)`.execute(
      database,
    )
    return id
  }
  const [own, same, other, open] = [
    ...[await invited(member.id), await invited(member.id), await invited(another.id), await invited(null)],
  ] as [string, string, string, string]
  expect((await choose(own, other)).body).toMatchObject({ status: 409, code: 'merge-accounts' })
  expect([(await choose(own, same)).status, (await choose(own, open)).status]).toEqual([200, 200])
})

it('INT-12 a comparison shows both records with their facts, and how many rows each has of every kind', async () => {
  const { record, pair, call, account } = await makePairDesk()
  const [one, other] = [await record({ note: 'Has a dog' }), await record({ city: 'Buffalo' })]
  const [first, second] = [one, other].sort((a, b) => (a.id < b.id ? -1 : 1)) as [typeof one, typeof one]
  const today = new Date().toISOString().slice(0, 10)
  const consent = { scope: 'network', howGiven: 'verbal', givenOn: today }
  for (const _ of [1, 2]) await call('POST', `/api/contact/${second.id}/consent`, consent)
  await call('POST', `/api/contact/${first.id}/consent`, consent)
  await call('POST', '/api/referralRequest/', { contactId: first.id, need: 'legal-help' })
  await call('PUT', `/api/contact/${second.id}/fact`, { facts: { householdSize: 3 }, saidOn: today, saidBy: 'person' })
  const id = await pair(one.id, other.id)
  const { body } = await call('GET', `/api/personPair/${id}`)
  expect(body.pair).toMatchObject({ id, state: 'open', people: [{ id: first.id }, { id: second.id }] })
  expect(body.people).toMatchObject([
    { id: first.id, note: first.note, city: first.city, consents: [expect.anything()] },
    { id: second.id, note: second.note, city: second.city, consents: [expect.anything(), expect.anything()] },
  ])
  expect(body.facts).toMatchObject([[], [{ name: 'householdSize', value: 3 }]])
  const counts = Object.fromEntries(
    body.rows.map((row: { table: string; counts: number[] }) => [row.table, row.counts]),
  )
  expect(counts).toMatchObject({ consent: [1, 2], referral_request: [1, 0], consent_request: [0, 0] })
  const { rows: ways } = await sql<{ way: string }>`
    select distinct way from access_log where account_id = ${account.id}::uuid
      and contact_ids @> array[${second.id}::uuid] order by way`.execute(database)
  expect(ways.map(({ way }) => way)).toContain('duplicate')
})

it('INT-12 only accounts with an organization that do its casework see, decide or merge its pairs', async () => {
  const { record, pair, decide } = await makePairDesk()
  const [one, other] = [await record(), await record()]
  const id = await pair(one.id, other.id)
  const merging = { stays: one.id, versions: { [one.id]: 1, [other.id]: 1 }, take: [] }
  const calls = [
    ['GET', '/api/personPair/', undefined],
    ['GET', '/api/personPair/count', undefined],
    ['GET', `/api/personPair/${id}`, undefined],
    ['PUT', `/api/personPair/${id}/decision`, { state: 'different' }],
    ['POST', `/api/personPair/${id}/merge`, merging],
    ['POST', `/api/contact/${one.id}/pair`, { otherId: other.id }],
    ['GET', `/api/contact/${one.id}/merged`, undefined],
    ['POST', `/api/personMerge/${randomUUID()}/undo`, {}],
  ] as const
  const { call: unattached } = await app.someone({ organizationId: null })
  const { call: admin } = await app.someone({ roles: ['platform-admin'] })
  for (const [method, path, body] of calls) {
    for (const by of [unattached, admin]) expect([path, (await by(method, path, body)).status]).toEqual([path, 403])
    expect([path, (await app.anonymous(method, path, body)).status]).toEqual([path, 401])
  }
  const { call: stranger } = await makeDesk(app)
  expect((await stranger('GET', '/api/personPair/count')).body.count).toBe(0)
  for (const at of [2, 3, 4, 6, 7] as const) {
    const [method, path, body] = calls[at]
    expect([path, (await stranger(method, path, body)).status]).toEqual([path, 404])
  }
  expect((await decide(id, 'different')).status).toBe(204)
})
