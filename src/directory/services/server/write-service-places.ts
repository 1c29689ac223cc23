import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

/** What a service has at a place, by table, in the order in which the rows refer to each other. */
const parts = {
  serviceAtLocation: sql`select * from service_at_location where id in (select id from taken)`,
  directoryContact: sql`select * from directory_contact where service_at_location_id in (select id from taken)`,
  phone: sql`select * from called`,
  language: sql`select * from language where phone_id in (select id from called)`,
  schedule: sql`select * from schedule where service_at_location_id in (select id from taken)`,
  serviceArea: sql`select * from service_area where service_at_location_id in (select id from taken)`,
}
const inserts = {
  serviceAtLocation: (database: Database) => database.insertInto('serviceAtLocation'),
  directoryContact: (database: Database) => database.insertInto('directoryContact'),
  phone: (database: Database) => database.insertInto('phone'),
  language: (database: Database) => database.insertInto('language'),
  schedule: (database: Database) => database.insertInto('schedule'),
  serviceArea: (database: Database) => database.insertInto('serviceArea'),
}
type PartTable = keyof typeof parts
type Parts = Partial<Record<PartTable, Record<string, unknown>[]>>

/** Makes these the places of a service. What it had at a former one comes back with it. */
export async function writeServicePlaces(database: Database, serviceId: string, locationIds: string[]) {
  const present = await database
    .selectFrom('serviceAtLocation')
    .select('locationId')
    .where('serviceId', '=', serviceId)
    .execute()
  const isPresent = new Set(present.map(({ locationId }) => locationId))
  for (const locationId of isPresent)
    if (!locationIds.includes(locationId)) await takePlace(database, serviceId, locationId)
  for (const locationId of new Set(locationIds))
    if (!isPresent.has(locationId)) await givePlace(database, serviceId, locationId)
}

/** Takes a place from a service, and remembers what it had there. */
async function takePlace(database: Database, serviceId: string, locationId: string) {
  const rows = Object.entries(parts).map(
    ([table, found]) => sql`${sql.lit(table)}, (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (${found}) r)`,
  )
  await sql`
    with taken as (select id from service_at_location where service_id = ${serviceId} and location_id = ${locationId}),
      called as (
        select * from phone where service_at_location_id in (select id from taken)
          or contact_id in (select id from directory_contact where service_at_location_id in (select id from taken)))
    insert into former_place (service_id, location_id, parts) values (${serviceId}, ${locationId}, jsonb_build_object(${sql.join(rows)}))
    on conflict (service_id, location_id) do update set parts = excluded.parts, removed_on = excluded.removed_on`.execute(
    database,
  )
  await database
    .deleteFrom('serviceAtLocation')
    .where('serviceId', '=', serviceId)
    .where('locationId', '=', locationId)
    .execute()
}

async function givePlace(database: Database, serviceId: string, locationId: string) {
  const former = await database
    .deleteFrom('formerPlace')
    .where('serviceId', '=', serviceId)
    .where('locationId', '=', locationId)
    .returning('parts')
    .executeTakeFirst()
  if (!former) {
    await database.insertInto('serviceAtLocation').values({ serviceId, locationId }).execute()
    return
  }
  for (const table of Object.keys(parts) as PartTable[]) {
    const rows = (former.parts as Parts)[table] ?? []
    if (rows.length)
      await inserts[table](database)
        .values(rows as never)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}
