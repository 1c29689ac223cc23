import { sql } from 'kysely'
import { type ListingKind, listingKinds } from '#directory/listings/listing-change.ts'
import { afterImportTask, listShownIds, listTraits } from '#directory/services/server/directory-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { addJob, type Task } from '#platform/server/jobs.ts'
import { compareListings, keysOf, LEAST_SCORE, type ReadTraits, readTraits } from '../likeness.ts'
import { followMerges } from './follow-merges.ts'

export const findDuplicatesTask = afterImportTask
/** At night, after the mails about old listings of the day before. */
export const findDuplicatesCrontab = `40 8 * * * ${findDuplicatesTask}`

/** Where a round is; without a kind, at its beginning. */
interface Position {
  kind?: ListingKind
  after?: string
}

/** The number of listings in one batch; each batch is a transaction of its own. */
const SLICE = 1000
/** A key that more listings have says nothing: the telephone of a hotline, the word "church" in a large town. */
const MOST_OF_KEY = 40
/** A job ends after this time; the next one continues. */
const MOST_MS = 20_000

/**
 * Compares all listings that have something in common, a slice at a time: pairs that are alike are proposed, and pairs
 * that no longer are, are forgotten, unless a person decided about them.
 */
export const findDuplicates =
  ({ database, config }: { database: Database; config: Pick<Config, 'timeZone'> }): Task =>
  async (payload) => {
    const began = Date.now()
    let at = payload as Position
    if (!at.kind) await followMerges(database, config.timeZone)
    do {
      const next = await nextSlice(database, at)
      if (!next) return
      at = next
    } while (Date.now() - began < MOST_MS)
    await addJob(database, findDuplicatesTask, { ...at }, { key: findDuplicatesTask })
  }

/** @returns where to continue; undefined at the end of the round */
async function nextSlice(
  database: Database,
  { kind = listingKinds[0], after }: Position,
): Promise<Position | undefined> {
  const ids = await listShownIds(database, kind, after ?? null, SLICE)
  const last = ids.length === SLICE ? ids.at(-1) : undefined
  await database.transaction().execute(async (transaction) => {
    // Two rounds at once would do the same, and wait for each other row by row.
    await sql`select pg_advisory_xact_lock(hashtextextended('find-duplicates', 0))`.execute(transaction)
    await compareSlice(transaction, kind, ids, { after: after ?? null, last: last ?? null })
  })
  if (last) return { kind, after: last }
  const following = listingKinds[listingKinds.indexOf(kind) + 1]
  return following && { kind: following }
}

interface Range {
  after: string | null
  /** Null: all that follow. */
  last: string | null
}
const within = (column: string, { after, last }: Range) => {
  const id = sql.ref(column)
  return sql`${after ? sql`${id} > ${after}::uuid` : sql`true`} and ${last ? sql`${id} <= ${last}::uuid` : sql`true`}`
}

async function compareSlice(database: Database, kind: ListingKind, ids: string[], range: Range) {
  const mine = (await listTraits(database, kind, ids)).map(readTraits)
  await replaceKeys(database, kind, mine, range)
  const pairs = await listCandidates(database, kind, range)
  const traits = new Map(mine.map((one) => [one.id, one]))
  const others = pairs.flatMap(({ first, second }) => [first, second]).filter((id) => !traits.has(id))
  for (const one of await listTraits(database, kind, [...new Set(others)])) traits.set(one.id, readTraits(one))
  await replacePairs(database, kind, scorePairs(kind, pairs, traits), range)
}

function scorePairs(kind: ListingKind, pairs: Candidate[], traits: Map<string, ReadTraits>) {
  return pairs.flatMap(({ first, second }) => {
    const [one, other] = [traits.get(first), traits.get(second)]
    const score = (one && other && compareListings(kind, one, other)?.score) ?? 0
    return score >= LEAST_SCORE ? [{ first, second, score }] : []
  })
}

async function replaceKeys(database: Database, kind: ListingKind, listings: ReadTraits[], range: Range) {
  const rows = listings.flatMap((listing) => keysOf(listing).map((key) => ({ key, listing_id: listing.id })))
  await sql`delete from duplicate_key where kind = ${kind} and ${within('listing_id', range)}`.execute(database)
  await sql`insert into duplicate_key (kind, key, listing_id)
    select ${kind}, key, listing_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(key text, listing_id uuid)`.execute(
    database,
  )
}

interface Candidate {
  first: string
  second: string
}

/** The pairs of which one is in this slice, and which have a key in common that few others have. */
async function listCandidates(database: Database, kind: ListingKind, range: Range): Promise<Candidate[]> {
  // Each key is looked up by itself: a join would depend on statistics that a first round does not have.
  const { rows } = await sql<Candidate>`
    select distinct least(one.id, other.id) as first, greatest(one.id, other.id) as second
    from (
      select key, array_agg(listing_id) as ids from duplicate_key
      where kind = ${kind} and ${within('listing_id', range)} group by key) mine
    cross join lateral (
      select array_agg(listing_id) as ids from (
        select listing_id from duplicate_key k where k.kind = ${kind} and k.key = mine.key limit ${MOST_OF_KEY + 1}) known) held
    cross join unnest(mine.ids) as one (id) cross join unnest(held.ids) as other (id)
    where cardinality(held.ids) between 2 and ${MOST_OF_KEY} and one.id <> other.id`.execute(database)
  return rows
}

/** What a person decided about stays; whatever else is no longer alike is forgotten. */
async function replacePairs(
  database: Database,
  kind: ListingKind,
  pairs: (Candidate & { score: number })[],
  range: Range,
) {
  const found = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r(first uuid, second uuid, score smallint)`
  await sql`
    delete from duplicate_pair p where p.kind = ${kind} and p.state in ('open', 'later')
      and (${within('p.first_id', range)} or ${within('p.second_id', range)})
      and not exists (select from ${found} where r.first = p.first_id and r.second = p.second_id)`.execute(database)
  await sql`
    insert into duplicate_pair as p (kind, first_id, second_id, score)
    select ${kind}, r.first, r.second, r.score from ${found} order by 2, 3
    on conflict (kind, first_id, second_id) do update set score = excluded.score where p.score <> excluded.score`.execute(
    database,
  )
}
