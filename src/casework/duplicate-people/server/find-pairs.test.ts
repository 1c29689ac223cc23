import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makePeople } from '#root/scripts/bench/made-people.ts'
import { insertPeople, measurePeople } from '#root/scripts/bench/measure-people.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { howOften } from '#test/how-often.ts'
import { findPairs } from './find-pairs.ts'

const app = await startTestApp()

const organization = async () => {
  const { id } = await makeOrganization(app.database)
  const { call } = await app.someone({ organizationId: id })
  const record = async (given: Record<string, unknown>) =>
    (await call('POST', '/api/contact/', given)).body.id as string
  return { id, record }
}
const run = () => findPairs({ database: app.database })({}, undefined as never)
const pairsOf = async (organizationId: string) =>
  (
    await sql<{ pair: string[]; level: string; state: string }>`
      select array[first_id, second_id] as pair, level, state from person_pair
      where organization_id = ${organizationId}::uuid order by score desc`.execute(app.database)
  ).rows

const bill = { firstName: 'William', lastName: 'Vasquez', birthDate: '1980-04-03' }

it('INT-12 the nightly job keeps pairs of one organization, and forgets those that are no longer alike', async () => {
  const [own, other] = [await organization(), await organization()]
  const first = await own.record(bill)
  const second = await own.record({ ...bill, firstName: 'Bill', lastName: 'Basquez' })
  await other.record(bill)
  await run()
  const pair = [first, second].sort()
  expect(await pairsOf(own.id)).toEqual([{ pair, level: 'likely', state: 'open' }])
  expect(await pairsOf(other.id)).toEqual([])
  await run()
  expect(await pairsOf(own.id)).toHaveLength(1)
  await sql`update contact set last_name = 'Okafor', birth_date = '1955-01-09' where id = ${second}::uuid`.execute(
    app.database,
  )
  await run()
  expect(await pairsOf(own.id)).toEqual([])
})

it('INT-12 a telephone number of more than five people says nothing', async () => {
  const { id, record } = await organization()
  const phones = [{ phoneNumber: '(716) 555-0177' }]
  const one = { firstName: 'Amina', lastName: 'Hassan', phones }
  const people = [one, { ...one, firstName: 'Aminah' }]
  for (const person of people) await record(person)
  await run()
  expect(await pairsOf(id)).toMatchObject([{ level: 'likely' }])
  for (const lastName of ['Reed', 'Cox', 'Bell', 'Ward']) await record({ firstName: 'Pat', lastName, phones })
  await run()
  expect((await pairsOf(id)).filter(({ level }) => level === 'likely')).toEqual([])
})

it('INT-12 finds damaged second records as likely duplicates, and hardly anybody else', async () => {
  const people = makePeople(howOften(1200, 5000), 'one')
  const { id } = await makeOrganization(app.database)
  await insertPeople(app.database, id, people)
  const { recall, precision, byDamage } = await measurePeople(app.database, id, people)
  expect(recall).toBeGreaterThanOrEqual(0.95)
  expect(precision).toBeGreaterThanOrEqual(0.98)
  for (const [damage, share] of Object.entries(byDamage)) expect([damage, share > 0.9]).toEqual([damage, true])
}, 60_000)
