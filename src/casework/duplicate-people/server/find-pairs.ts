import { sql } from 'kysely'
import { comparePeople, type LikenessLevel, type PersonTraits } from '#casework/person-likeness/likeness.ts'
import { otherFirstNames } from '#casework/person-likeness/probe.ts'
import { countShared, listAlike, listServedIds, listTraits } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import { addJob, type Task } from '#platform/server/jobs.ts'

export const findPairsTask = 'find-duplicate-people'
/** At night, after the duplicates of listings. */
export const findPairsCrontab = `10 9 * * * ${findPairsTask}`

/** The number of people in one batch; each batch is a transaction of its own. */
const SLICE = 300
/** A job ends after this time; the next one continues. */
const MOST_MS = 20_000

interface Position {
  after?: string
}

/** Compares each person with those of the same organization who have something in common with them. */
export const findPairs =
  ({ database }: { database: Database }): Task =>
  async (payload) => {
    const began = Date.now()
    let { after } = payload as Position
    do {
      after = await nextSlice(database, after ?? null)
      if (!after) return
    } while (Date.now() - began < MOST_MS)
    await addJob(database, findPairsTask, { after }, { key: findPairsTask })
  }

/** @returns the ID after which to continue; undefined at the end of the round */
async function nextSlice(database: Database, after: string | null) {
  const people = await listServedIds(database, after, SLICE)
  await database.transaction().execute(async (transaction) => {
    // Two rounds at once would do the same, and wait for each other row by row.
    await sql`select pg_advisory_xact_lock(hashtextextended('find-duplicate-people', 0))`.execute(transaction)
    for (const organizationId of new Set(people.map((person) => person.organizationId))) {
      const ids = people.filter((person) => person.organizationId === organizationId).map(({ id }) => id)
      await replacePairs(transaction, { organizationId, ids }, await comparePairs(transaction, organizationId, ids))
    }
  })
  return people.length === SLICE ? people.at(-1)?.id : undefined
}

export interface FoundPair {
  first: string
  second: string
  level: LikenessLevel
  score: number
}

const probeOf = (person: PersonTraits) => ({
  ...person,
  address1: person.address,
  otherFirstNames: otherFirstNames(person.firstName),
})

/** The pairs of one organization whose first person is one of these, likely or possible. */
export async function comparePairs(database: Database, organizationId: string, ids: string[]): Promise<FoundPair[]> {
  const mine = await listTraits(database, ids)
  const alike = (await listAlike(database, organizationId, mine.map(probeOf))).flatMap(({ ref, id }) => {
    const person = mine[ref]
    return person && person.id < id ? [{ person, id }] : []
  })
  const traits = new Map(mine.map((person) => [person.id, person]))
  const others = [...new Set(alike.map(({ id }) => id))].filter((id) => !traits.has(id))
  for (const person of await listTraits(database, others)) traits.set(person.id, person)
  const shared = await countShared(database, organizationId, [...traits.values()])
  return alike.flatMap(({ person, id }) => {
    const other = traits.get(id)
    const { level, score } = other ? comparePeople(person, other, shared) : { level: null, score: 0 }
    return level ? [{ first: person.id, second: id, level, score: Math.round(score) }] : []
  })
}

/** What a person decided about stays; whatever else is no longer alike is forgotten. */
async function replacePairs(
  database: Database,
  { organizationId, ids }: { organizationId: string; ids: string[] },
  pairs: FoundPair[],
) {
  const found = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
    as r(first uuid, second uuid, level text, score smallint)`
  await sql`
    delete from person_pair p where p.first_id = any(${ids}::uuid[]) and p.state = 'open'
      and not exists (select from ${found} where r.first = p.first_id and r.second = p.second_id)`.execute(database)
  await sql`
    insert into person_pair as p (organization_id, first_id, second_id, level, score)
    select ${organizationId}::uuid, r.first, r.second, r.level, r.score from ${found} order by 2, 3
    on conflict (first_id, second_id) do update set level = excluded.level, score = excluded.score,
        state = case when p.state = 'chosen' then 'open' else p.state end
      where (p.level, p.score) <> (excluded.level, excluded.score) or p.state = 'chosen'`.execute(database)
}
