import { type RawBuilder, sql } from 'kysely'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'

/** A service that belongs to another organization now. */
export interface MovedService {
  id: string
  version: number
  from: string
  to: string
}

/**
 * Gives what merged organizations still have to those into which they were merged.
 * @param id only what this one has
 */
export async function giveToStanding(database: Database, id?: string): Promise<MovedService[]> {
  const merged = sql`${organizationNames.as('o')}`
  const isMeant = sql`o.merged_into is not null and ${id ? sql`o.id = ${id}::uuid` : sql`true`}`
  await sql`update location t set source_organization_id = o.id, removed_from = o.merged_into
    from ${merged} where o.id = t.removed_from and ${isMeant}`.execute(database)
  const given = sql`source_organization_id = o.id, organization_id = o.merged_into`
  const which = sql`from ${merged} where o.id = t.organization_id and ${isMeant}`
  await sql`update location t set ${given} ${which}`.execute(database)
  await sql`update program t set ${given} ${which}`.execute(database)
  await sql`update directory_contact t set ${given} ${which}`.execute(database)
  return moveServices(database, given, which, sql`o.id as from, o.merged_into as to`)
}

/** Gives back to an organization what its source lists under it. It must be listed again. */
export async function giveBackTo(database: Database, id: string): Promise<MovedService[]> {
  const back = sql`organization_id = t.source_organization_id, source_organization_id = null`
  const mine = sql`where t.source_organization_id = ${id}::uuid`
  await sql`update location t set removed_from = t.source_organization_id, source_organization_id = null
    ${mine} and t.removed_from is not null`.execute(database)
  await sql`update location t set ${back} ${mine} and t.organization_id is not null`.execute(database)
  await sql`update program t set ${back} ${mine}`.execute(database)
  await sql`update directory_contact t set ${back} ${mine}`.execute(database)
  const { rows } = await sql<{ id: string; from: string }>`
    select t.id, t.organization_id as from from service t ${mine} order by t.id for update`.execute(database)
  const former = new Map(rows.map((row) => [row.id, row.from]))
  const moved = await moveServices(database, back, mine, sql`t.organization_id as from, t.organization_id as to`)
  return moved.map((service) => ({ ...service, from: former.get(service.id) ?? service.from }))
}

async function moveServices(
  database: Database,
  change: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
  owners: RawBuilder<unknown>,
) {
  const { rows } = await sql<MovedService>`
    update service t set ${change}, version = t.version + 1, changed_on = now() ${which}
    returning t.id, t.version, ${owners}`.execute(database)
  return rows.map((row) => ({ ...row, version: Number(row.version) }))
}
