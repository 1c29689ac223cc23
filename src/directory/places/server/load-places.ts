import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

const folder = new URL('../data/', import.meta.url)
const CHUNK = 10_000

/** Each file with the statement that writes its rows, given as JSON. A county comes before the places in it. */
const files = {
  'county.csv.gz': (rows: string) => sql`
    insert into county select * from jsonb_to_recordset(${rows}::jsonb) as r(fips text, name text, state text)
    on conflict (fips) do update set name = excluded.name, state = excluded.state`,
  'place.csv.gz': (rows: string) => sql`
    insert into place select r.zip, r.town, r.state, nullif(r.county_fips, ''), r.latitude, r.longitude, r.time_zone
    from jsonb_to_recordset(${rows}::jsonb) as r(zip text, town text, state text, county_fips text, latitude float8, longitude float8, time_zone text)
    on conflict (zip) do update set town = excluded.town, state = excluded.state, county_fips = excluded.county_fips,
      latitude = excluded.latitude, longitude = excluded.longitude, time_zone = excluded.time_zone`,
}

/** Fills the tables of places, unless they already hold this edition of the files. */
export async function loadPlaces(database: Database) {
  for (const [name, write] of Object.entries(files)) {
    const bytes = await readFile(new URL(name, folder))
    const hash = createHash('sha256').update(bytes).digest('base64url')
    if (await isLoaded(database, name, hash)) continue
    const rows = parse(await promisify(gunzip)(bytes), { columns: true }) as Record<string, string>[]
    const load = async (transaction: Database) => {
      // Another process may start at the same time.
      await sql`select pg_advisory_xact_lock(hashtextextended('load places', 0))`.execute(transaction)
      if (await isLoaded(transaction, name, hash)) return
      for (let at = 0; at < rows.length; at += CHUNK)
        await write(JSON.stringify(rows.slice(at, at + CHUNK))).execute(transaction)
      await transaction
        .insertInto('placeFile')
        .values({ name, hash })
        .onConflict((c) => c.column('name').doUpdateSet({ hash }))
        .execute()
    }
    await (database.isTransaction ? load(database) : database.transaction().execute(load))
  }
}

const isLoaded = async (database: Database, name: string, hash: string) =>
  (await database
    .selectFrom('placeFile')
    .select('name')
    .where('name', '=', name)
    .where('hash', '=', hash)
    .executeTakeFirst()) !== undefined
