import { sql } from 'kysely'
import { comparePairs } from '../../src/casework/duplicate-people/server/find-pairs.ts'
import type { Database } from '../../src/platform/server/database.ts'
import { type Damage, damages, type MadePerson } from './made-people.ts'

/** Writes made people into an organization. */
export async function insertPeople(database: Database, organizationId: string, people: readonly MadePerson[]) {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as made (
    id uuid, "firstName" text, "lastName" text, "birthDate" date, email text, address1 text, "postalCode" text, phones text[])`
  await sql`
    insert into contact (id, organization_id, first_name, last_name, birth_date, email, address_1, postal_code)
    select id, ${organizationId}::uuid, "firstName", "lastName", "birthDate", email, address1, "postalCode" from ${rows}`.execute(
    database,
  )
  await sql`insert into contact_phone (contact_id, phone_number)
    select id, number from ${rows}, unnest(phones) number`.execute(database)
  await sql`analyze contact`.execute(database)
}

export interface Measured {
  /** the share of the second records that were found as likely */
  recall: number
  /** the share of the likely pairs that are of one person */
  precision: number
  /** found as likely or possible */
  recallOfAll: number
  byDamage: Record<Damage, number>
  likely: number
  possible: number
  milliseconds: number
  /** second records that were not found as likely, and likely pairs of two people */
  missed: [MadePerson, MadePerson][]
  wrong: [MadePerson, MadePerson][]
}

/** Finds the pairs of one organization as the nightly job does, and compares them with how the people were made. */
export async function measurePeople(
  database: Database,
  organizationId: string,
  people: readonly MadePerson[],
): Promise<Measured> {
  const began = performance.now()
  const found = []
  for (let at = 0; at < people.length; at += 300)
    found.push(
      ...(await comparePairs(
        database,
        organizationId,
        people.slice(at, at + 300).map(({ id }) => id),
      )),
    )
  const milliseconds = performance.now() - began
  const byId = new Map(people.map((person) => [person.id, person]))
  const pairs = found.map(({ first, second, level }) => ({
    level,
    people: [byId.get(first), byId.get(second)] as [MadePerson, MadePerson],
  }))
  const isOne = ([one, other]: [MadePerson, MadePerson]) => one.of === other.of
  const likely = pairs.filter(({ level }) => level === 'likely').map((pair) => pair.people)
  const foundOf = (some: [MadePerson, MadePerson][]) => new Set(some.filter(isOne).map(([one]) => one.of))
  const seconds = people.filter(({ damage }) => damage)
  const [asLikely, asAny] = [foundOf(likely), foundOf(pairs.map((pair) => pair.people))]
  const shareOf = (some: readonly MadePerson[], known: Set<number>) =>
    some.filter(({ of }) => known.has(of)).length / Math.max(some.length, 1)
  const firstOf = (person: MadePerson) => people.find(({ of, damage }) => of === person.of && !damage) as MadePerson
  return {
    recall: shareOf(seconds, asLikely),
    precision: likely.filter(isOne).length / Math.max(likely.length, 1),
    recallOfAll: shareOf(seconds, asAny),
    byDamage: Object.fromEntries(
      damages.map((damage) => [
        damage,
        shareOf(
          seconds.filter((person) => person.damage === damage),
          asLikely,
        ),
      ]),
    ) as Record<Damage, number>,
    likely: likely.length,
    possible: pairs.length - likely.length,
    milliseconds,
    missed: seconds.filter(({ of }) => !asLikely.has(of)).map((person) => [firstOf(person), person]),
    wrong: likely.filter((pair) => !isOne(pair)),
  }
}
