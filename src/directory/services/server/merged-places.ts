import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { listServiceParts } from './service-document-queries.ts'
import { anybody, shownAddresses, shownLocations } from './shown-place.ts'

/** Places by name, or by their street, as everybody may read them, as a table that a statement joins. */
export const placeNames = sql<{ id: string; name: string | null; mergedInto: string | null }>`(
  select l.id, stored.merged_into, coalesce(nullif(l.name, ''), (
    select a.address_1 from ${shownAddresses(anybody)} a where a.location_id = l.id order by a.address_type, a.id limit 1)) as name
  from ${shownLocations(anybody)} l join location stored on stored.id = l.id)`

/** Where a place is, as it is stored. */
const pointColumns = [
  'latitude',
  'longitude',
  'zipLatitude',
  'zipLongitude',
  'doubtedLatitude',
  'doubtedLongitude',
] as const
export type PlacePoint = Record<(typeof pointColumns)[number], number | null>

export const findPoint = (database: Database, id: string): Promise<PlacePoint | undefined> =>
  database.selectFrom('location').select(pointColumns).where('id', '=', id).executeTakeFirst()

export const writePoint = (database: Database, id: string, point: PlacePoint) =>
  database.updateTable('location').set(point).where('id', '=', id).execute()

/** The place into which this one was merged; undefined if it was not. */
export const findMergedPlace = async (database: Database, id: string): Promise<string | undefined> =>
  (await database.selectFrom('location').select('mergedInto').where('id', '=', id).executeTakeFirst())?.mergedInto ??
  undefined

/** The places that were merged into this one; nobody else changes them in this transaction. */
export const listMergedInto = (database: Database, id: string) =>
  database
    .selectFrom('location')
    .select(['id', 'isConfidential'])
    .where('mergedInto', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<{ id: string; isConfidential: boolean }[]>

/** A service that is given at another place now. */
export interface ShiftedService {
  id: string
  version: number
  before: string[]
  after: string[]
}

const changed = { changedOn: sql`now()`, version: sql`version + 1` }

async function raiseVersion(database: Database, id: string, set: object) {
  const { version } = await database
    .updateTable('location')
    .set({ ...set, ...changed } as never)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return Number(version)
}

/** Changes where services are given. @returns those for which that is another place now, each in its new version */
async function shift(database: Database, which: RawBuilder<unknown>, change: () => Promise<unknown>) {
  const { rows } = await sql<{ id: string }>`
    select id from service where id in (select service_id from service_at_location where ${which}) order by id for update`.execute(
    database,
  )
  const ids = rows.map(({ id }) => id)
  const placesOf = async () =>
    new Map([...(await listServiceParts(database, ids))].map(([id, { locationIds }]) => [id, locationIds]))
  const before = await placesOf()
  await change()
  const after = await placesOf()
  const versions = await sql<{ id: string; version: number }>`
    update service set version = version + 1, changed_on = now() where id = any (${ids}::uuid[]) returning id, version`.execute(
    database,
  )
  return versions.rows.map(
    ({ id, version }): ShiftedService => ({
      ...{ id, version: Number(version) },
      ...{ before: before.get(id) ?? [], after: after.get(id) ?? [] },
    }),
  )
}

const shiftRows = async (database: Database, set: RawBuilder<unknown>, which: RawBuilder<unknown>) => {
  await sql`update service_at_location set ${set} where ${which}`.execute(database)
  await sql`update schedule set ${set} where service_id is not null and ${which}`.execute(database)
}

/** Lets another place stand for this one: services that are given here are given there. */
export async function hidePlace(database: Database, id: string, into: string) {
  const version = await raiseVersion(database, id, {
    ...{ mergedInto: into, organizationId: null },
    sourceOrganizationId: sql`coalesce(source_organization_id, organization_id)`,
  })
  const here = sql`location_id = ${id}::uuid`
  const shifted = await shift(database, here, () =>
    shiftRows(database, sql`source_location_id = location_id, location_id = ${into}::uuid`, here),
  )
  return { version, shifted }
}

/** Shows a merged place by itself again, with the services that its source gives there. */
export async function showPlace(database: Database, id: string) {
  const version = await raiseVersion(database, id, {
    ...{ mergedInto: null, organizationId: sql`source_organization_id`, sourceOrganizationId: null },
  })
  const fromHere = sql`source_location_id = ${id}::uuid`
  const shifted = await shift(database, fromHere, () =>
    shiftRows(database, sql`location_id = source_location_id, source_location_id = null`, fromHere),
  )
  return { version, shifted }
}

/** Gives services at merged places to those that stand for them, for what an import wrote in that moment. */
export async function shiftToStanding(database: Database) {
  const merged = sql`l.id = t.location_id and l.merged_into is not null`
  const set = sql`source_location_id = l.id, location_id = l.merged_into`
  await sql`update service_at_location t set ${set} from location l where ${merged}`.execute(database)
  await sql`update schedule t set ${set} from location l where ${merged} and t.service_id is not null`.execute(database)
}

/** The merged places of an organization of which only one would belong to it if it stood by itself again. */
export async function listCrossingPlaces(database: Database, organizationId: string) {
  const isOf = (alias: string) =>
    sql`${sql.ref(`${alias}.source_organization_id`)} is not distinct from ${organizationId}::uuid`
  const { rows } = await sql<{ id: string }>`
    select gone.id from location gone join location stays on stays.id = gone.merged_into
    where (gone.source_organization_id = ${organizationId}::uuid or stays.source_organization_id = ${organizationId}::uuid)
      and (${isOf('gone')}) <> (${isOf('stays')}) order by gone.id`.execute(database)
  return rows.map(({ id }) => id)
}

/** The rows of the hours of a place itself, without its special days. */
export async function listHoursRows(database: Database, id: string) {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(s) as row from schedule s where ${ownHours(id)} order by s.id`.execute(database)
  return rows.map(({ row }) => row)
}

const ownHours = (id: string) =>
  sql`s.location_id = ${id}::uuid and s.service_id is null and s.service_at_location_id is null and not s.is_holiday`

/** Makes these the hours of a place again, so that its source finds its own rows. */
export async function restoreHoursRows(database: Database, id: string, rows: Record<string, unknown>[]) {
  await sql`delete from schedule s where ${ownHours(id)}`.execute(database)
  await sql`insert into schedule select * from jsonb_populate_recordset(null::schedule, ${JSON.stringify(rows.map(snakeKeys))}::jsonb)
    on conflict do nothing`.execute(database)
}

/** The driver names the columns of a row in JSON as properties. */
const snakeKeys = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  )

/** Forgets an address that says nothing. */
export const tidyAddress = (database: Database, id: string) =>
  sql`delete from address where location_id = ${id}::uuid and source_name is null
    and num_nonnulls(nullif(address_1, ''), nullif(address_2, ''), nullif(city, ''), nullif(state_province, ''), nullif(postal_code, '')) = 0`.execute(
    database,
  )
