import { sql } from 'kysely'
import { recordImported } from '#directory/listings/server/listings-public.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldsOf } from '../../service-document.ts'
import { listServiceParts } from '../service-document-queries.ts'
import type { EntityName } from './entities.ts'

/** A row of a part that the import is about to write or delete, with the records to which it is about to belong. */
interface PartRow {
  id: string
  owners: string[]
}

/** The columns by which a part belongs to what is edited of a service. */
export const partLinks: Partial<Record<EntityName, string[]>> = {
  phone: ['service_id', 'contact_id'],
  directory_contact: ['service_id', 'service_at_location_id'],
  language: ['service_id'],
  service_at_location: ['service_id'],
  service_area: ['service_id'],
  cost_option: ['service_id'],
  required_document: ['service_id'],
  attribute: ['service_id'],
  schedule: ['service_id', 'service_at_location_id', 'location_id'],
}

type Parts = Awaited<ReturnType<typeof listServiceParts>>

/**
 * What one transaction of an import changes of what a service has in rows of their own: phones, places, hours and so on.
 * Else the service would keep its version, and an editor who saw it before would replace them without a conflict.
 */
export class PartChanges {
  private readonly before: Parts = new Map()
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Remembers the services to which these rows belong, and locks them; before the rows are written. */
  async watch(entity: EntityName, rows: PartRow[]) {
    const columns = partLinks[entity]
    if (!columns || !rows.length) return
    const present = columns.map(
      (column) =>
        sql`select ${sql.ref(column)} as id from ${sql.table(entity)} where id = any (${rows.map(({ id }) => id)}::uuid[])`,
    )
    // A service that this import adds has its parts from the start.
    const { rows: locked } = await sql<{ id: string }>`
      with owner as materialized (
        select unnest(${rows.flatMap(({ owners }) => owners)}::uuid[]) as id union ${sql.join(present, sql` union `)}
      )
      select s.id from service s
      where s.id in (
          select id from owner
          union select service_id from service_at_location where id in (select id from owner)
          union select service_id from service_at_location where location_id in (select id from owner)
          union select service_id from directory_contact where id in (select id from owner)
          union select at.service_id from directory_contact c join service_at_location at on at.id = c.service_at_location_id
            where c.id in (select id from owner))
        and not (s.version = 1 and (exists (select from import_seen seen where seen.id = s.id and seen.is_new)
          or exists (select from import_added added where added.id = s.id)))
      order by s.id for update of s`.execute(this.database)
    const ids = locked.map(({ id }) => id).filter((id) => !this.before.has(id))
    if (!ids.length) return
    for (const [id, parts] of await listServiceParts(this.database, ids)) this.before.set(id, parts)
  }

  /** Gives each service whose parts are different now one new version, and writes it into its history. */
  async record(cause: 'import' | 'undo' = 'import') {
    if (!this.before.size) return
    const now = await listServiceParts(this.database, [...this.before.keys()])
    const changes = [...this.before].flatMap(([id, parts]) => {
      const [was, is] = [fieldsOf(parts), fieldsOf(now.get(id) ?? parts)]
      const changed = Object.keys(is).filter(
        (field) => field in was && JSON.stringify(is[field]) !== JSON.stringify(was[field]),
      )
      const valuesOf = (from: Record<string, unknown>) =>
        Object.fromEntries(changed.map((field) => [field, from[field]]))
      return changed.length ? [{ id, before: valuesOf(was), after: valuesOf(is) }] : []
    })
    if (!changes.length) return
    const { rows } = await sql<{ id: string; version: number }>`
      update service set version = version + 1, changed_on = now()
      where id = any (${changes.map(({ id }) => id)}::uuid[]) returning id, version`.execute(this.database)
    const versions = new Map(rows.map(({ id, version }) => [id, Number(version)]))
    await recordImported(
      this.database,
      'service',
      changes.map((change) => ({ ...change, version: versions.get(change.id) ?? 0 })),
      cause,
    )
  }
}
