import { sql } from 'kysely'
import { placeNames, serviceNames } from '#directory/services/server/directory-public.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { pageFrom } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { MergedPage, MergedPair } from '../duplicate-pair.ts'

/** The names of listings of all kinds, and what stands for those that were merged. */
const listings = sql`(
  select 'service' as kind, id, name, merged_into from ${serviceNames.as('service')}
  union all
  select 'organization', id, name, merged_into from ${organizationNames.as('organization')}
  union all
  select 'location', id, name, merged_into from ${placeNames.as('place')})`

interface Wanted {
  kind: MergedPair['kind'] | undefined
  limit: number
  after: readonly [mergedOn: string, id: string] | undefined
}

/** Merges that can be undone, newest first. */
export async function listMerged(database: Database, { kind, limit, after }: Wanted): Promise<MergedPage> {
  const { rows } = await sql<MergedPair>`
    select p.id, p.kind, jsonb_build_object('id', stays.id, 'name', stays.name) as stays, jsonb_build_object('id', gone.id, 'name', gone.name) as gone,
      ${accountName(sql.ref('p.decided_by'))} as merged_by, p.decided_on as merged_on
    from duplicate_pair p
    join ${listings} gone on gone.kind = p.kind and gone.id in (p.first_id, p.second_id) and gone.merged_into is not null
    join ${listings} stays on stays.kind = p.kind and stays.id = gone.merged_into and stays.id in (p.first_id, p.second_id)
    where p.state = 'merged' and ${kind ? sql`p.kind = ${kind}` : sql`true`}
      and ${after ? sql`(p.decided_on, p.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
    order by p.decided_on desc, p.id desc limit ${limit + 1}`.execute(database)
  return pageFrom(rows, limit, (row) => [row.mergedOn, row.id])
}
