import { sql } from 'kysely'
import type { ContactInList } from '#casework/clients/contact-record.ts'
import { type Reader, recordAccess } from '#casework/clients/server/clients-public.ts'
import { comparePeople } from '#casework/person-likeness/likeness.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import { countShared, listTraits, personRecord, phoneOf } from '#identity/people/server/people-public.ts'
import { pageFrom } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { PairState, PersonPair, PersonPairPage } from '../person-pair.ts'

interface PairRow extends Pick<PersonPair, 'id' | 'state' | 'level' | 'decidedBy' | 'decidedOn'> {
  firstId: string
  secondId: string
  score: number
}
interface Wanted {
  state: PairState
  limit: number
  after: readonly [score: number, id: string] | undefined
}

const columns = sql`pair.id, pair.state, pair.level, pair.first_id, pair.second_id, pair.score, pair.decided_on,
  ${accountName(sql.ref('pair.decided_by'))} as decided_by`

/** Whether two records were set apart that were later merged into those of the pair. */
const isSetApart = sql`exists (
  select from person_pair apart
  join ${personRecord.as('former')} on former.id = apart.first_id
  join ${personRecord.as('latter')} on latter.id = apart.second_id
  where apart.organization_id = pair.organization_id and apart.state = 'different'
    and least(coalesce(former.merged_into, former.id), coalesce(latter.merged_into, latter.id)) = pair.first_id
    and greatest(coalesce(former.merged_into, former.id), coalesce(latter.merged_into, latter.id)) = pair.second_id)`

/** The pairs of an organization in this state, both of whose people are still on record. */
const pairsOf = (organizationId: string, state: PairState) => sql`person_pair pair
  join ${personRecord.as('one')} on one.id = pair.first_id and one.organization_id = pair.organization_id
  join ${personRecord.as('other')} on other.id = pair.second_id and other.organization_id = pair.organization_id
  where pair.organization_id = ${organizationId}::uuid and pair.state = ${state}
    and ${state === 'open' ? sql`not ${isSetApart}` : sql`true`}`

type Caseworker = Reader & { organizationId: string }

/** Pairs of the reader's organization, the most alike first, with what they have in common now. Access is recorded. */
export async function listPairs(
  database: Database,
  reader: Caseworker,
  { state, limit, after }: Wanted,
): Promise<PersonPairPage> {
  const [score, id] = after ?? []
  const { rows } = await sql<PairRow>`
    select ${columns} from ${pairsOf(reader.organizationId, state)}
      and ${after ? sql`(-pair.score, pair.id) > (${-Number(score)}::integer, ${id}::uuid)` : sql`true`}
    order by pair.score desc, pair.id limit ${limit + 1}`.execute(database)
  const page = pageFrom(rows, limit, (row) => [row.score, row.id])
  return { ...page, items: await describePairs(database, reader, page.items) }
}

/** How many pairs of an organization nobody decided about. */
export async function countPairs(database: Database, organizationId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${pairsOf(organizationId, 'open')}`.execute(database)
  return rows[0]?.count ?? 0
}

async function describePairs(database: Database, reader: Caseworker, rows: PairRow[]): Promise<PersonPair[]> {
  const ids = [...new Set(rows.flatMap((row) => [row.firstId, row.secondId]))]
  await recordAccess(database, reader, ids, { way: 'duplicate' })
  const traits = await listTraits(database, ids)
  const shared = await countShared(database, reader.organizationId, traits)
  const { rows: people } = await sql<ContactInList>`
    select id, first_name, last_name, birth_date, email, city, postal_code, created_on,
      ${phoneOf(sql`person.id`)} as primary_phone
    from ${personRecord.as('person')} where id = any(${ids}::uuid[])`.execute(database)
  return rows.flatMap(({ firstId, secondId, score: _, ...row }) => {
    const find = <Item extends { id: string }>(items: Item[]) =>
      [firstId, secondId].flatMap((id) => items.find((item) => item.id === id) ?? [])
    const [[one, other], shown] = [find(traits), find(people)]
    return one && other ? [{ ...row, reasons: comparePeople(one, other, shared).reasons, people: shown }] : []
  })
}

/** One pair of the reader's organization; undefined if it is gone. */
export async function findPair(database: Database, reader: Caseworker, id: string): Promise<PersonPair | undefined> {
  const { rows } = await sql<PairRow>`
    select ${columns} from person_pair pair
    where pair.id = ${id}::uuid and pair.organization_id = ${reader.organizationId}::uuid`.execute(database)
  return (await describePairs(database, reader, rows))[0]
}
