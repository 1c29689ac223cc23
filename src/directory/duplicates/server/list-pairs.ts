import { sql } from 'kysely'
import { listingKinds } from '#directory/listings/listing-change.ts'
import { listTraits } from '#directory/services/server/directory-public.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import { pageFrom } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { DuplicatePage, DuplicatePair, PairSide, PairState } from '../duplicate-pair.ts'
import { compareListings, levelOf, readTraits } from '../likeness.ts'

type Traits = Awaited<ReturnType<typeof listTraits>>[number]
type PairRow = Pick<DuplicatePair, 'id' | 'kind' | 'state' | 'decidedBy' | 'decidedOn'> & {
  firstId: string
  secondId: string
  score: number
}
interface Wanted {
  state: PairState
  kind: DuplicatePair['kind'] | undefined
  limit: number
  after: readonly [score: number, id: string] | undefined
}

/** Whether a pair is in this list; after "Later", one is open again from its day on. */
const isIn = (state: PairState) =>
  state === 'open'
    ? sql<boolean>`(p.state = 'open' or p.state = 'later' and p.later_on <= current_date)`
    : state === 'later'
      ? sql<boolean>`p.state = 'later' and p.later_on > current_date`
      : sql<boolean>`p.state = ${state}`

const columns = sql`p.id, p.kind, p.state, p.first_id, p.second_id, p.score, p.decided_on,
  ${accountName(sql.ref('p.decided_by'))} as decided_by`

/**
 * Pairs, the most alike first, with what they have in common now. What the directory no longer shows, or what has
 * nothing in common any more since the pair was found, is left out.
 */
export async function listPairs(database: Database, { state, kind, limit, after }: Wanted): Promise<DuplicatePage> {
  const [score, id] = after ?? []
  const conditions = sql`${isIn(state)} and ${kind ? sql`p.kind = ${kind}` : sql`true`}`
  const { rows } = await sql<PairRow>`
    select ${columns} from duplicate_pair p
    where ${conditions} and ${after ? sql`(-p.score, p.id) > (${-Number(score)}::integer, ${id}::uuid)` : sql`true`}
    order by p.score desc, p.id limit ${limit + 1}`.execute(database)
  const counted = await sql<{ count: number }>`
    select count(*) as count from duplicate_pair p where ${conditions}`.execute(database)
  const page = pageFrom(rows, limit, (row) => [row.score, row.id])
  return {
    ...page,
    items: (await describePairs(database, page.items)).filter(
      ({ state, reasons }) => state === 'different' || reasons.length,
    ),
    totalCount: Number(counted.rows[0]?.count ?? 0),
  }
}

async function describePairs(database: Database, rows: PairRow[]): Promise<DuplicatePair[]> {
  const traits = new Map<string, Traits>()
  for (const kind of listingKinds) {
    const ids = rows.filter((row) => row.kind === kind).flatMap((row) => [row.firstId, row.secondId])
    for (const one of await listTraits(database, kind, [...new Set(ids)])) traits.set(`${kind} ${one.id}`, one)
  }
  return rows.flatMap(({ firstId, secondId, score: _, ...row }) => {
    const [first, second] = [traits.get(`${row.kind} ${firstId}`), traits.get(`${row.kind} ${secondId}`)]
    const likeness = first && second && compareListings(row.kind, readTraits(first), readTraits(second))
    if (!first || !second) return []
    const { score, reasons } = likeness ?? { score: 0, reasons: [] }
    return [{ ...row, level: levelOf(score), reasons, sides: [sideOf(first), sideOf(second)] }]
  })
}

function sideOf({ id, name, organizationId, organizationName, sourceName, addresses, phones }: Traits): PairSide {
  const [first] = addresses
  const place = first && [first.address1, first.address2, first.city, first.postalCode].filter(Boolean).join(', ')
  return { id, name, organizationId, organizationName, sourceName, address: place || null, phones: phones.slice(0, 3) }
}

/** One pair; undefined if it is gone, or the directory no longer shows one of the two. */
export async function findPair(database: Database, id: string): Promise<DuplicatePair | undefined> {
  const { rows } = await sql<PairRow>`select ${columns} from duplicate_pair p where p.id = ${id}`.execute(database)
  return (await describePairs(database, rows))[0]
}
