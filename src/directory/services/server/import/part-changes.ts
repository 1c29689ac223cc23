import { type RawBuilder, sql } from 'kysely'
import { type ListingKind, listingKinds } from '#directory/listings/listing-change.ts'
import { recordImported } from '#directory/listings/server/listings-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldsOf, type ListingValues } from '../../service-document.ts'
import { listParts } from '../listing-parts.ts'
import type { EntityName } from './entities.ts'

/** A row of a part that the import is about to write or delete, with the records to which it is about to belong. */
interface PartRow {
  id: string
  owners: string[]
}

/** The columns by which a part belongs to what is edited of a listing. */
export const partLinks: Partial<Record<EntityName, string[]>> = {
  program: ['organization_id'],
  address: ['location_id'],
  directory_contact: ['service_id', 'service_at_location_id', 'location_id', 'organization_id'],
  phone: ['service_id', 'location_id', 'organization_id', 'contact_id'],
  schedule: ['service_id', 'service_at_location_id', 'location_id'],
  language: ['service_id'],
  accessibility: ['location_id'],
  service_at_location: ['service_id'],
  service_area: ['service_id'],
  cost_option: ['service_id'],
  required_document: ['service_id'],
  attribute: ['service_id'],
}

/** Sources name the organization with each number and person; what belongs to something nearer is none of its own. */
const isNearer = (columns: string[]) => columns.includes('service_id') && columns.includes('organization_id')

/** Those of the given columns by which a part belongs to something. @param isNamed whether it names this one */
export const nearestLinks = (columns: string[], isNamed: (column: string) => boolean) =>
  isNearer(columns) && nearer(columns).some(isNamed)
    ? columns.filter((column) => column !== 'organization_id')
    : columns

const nearer = (columns: string[]) =>
  columns.filter((column) => ['service_id', 'service_at_location_id', 'location_id'].includes(column))

const presentOwners = (entity: EntityName, columns: string[], ids: string[]) =>
  columns.map((column) => {
    const isOwn =
      column === 'organization_id' && isNearer(columns)
        ? sql`and num_nonnulls(${sql.join(nearer(columns).map((each) => sql.ref(each)))}) = 0`
        : sql``
    return sql`select ${sql.ref(column)} as id from ${sql.table(entity)} where id = any (${ids}::uuid[]) ${isOwn}`
  })

/** The listings of each kind among the owners `owner`, and those to which others of them belong. */
const listingsOf: Record<ListingKind, (entity: EntityName) => RawBuilder<unknown>> = {
  // What a source lists under a merged organization belongs to the one into which it was merged.
  organization: () => sql`
    select id from owner
    union select o.merged_into from ${organizationNames.as('o')} where o.id in (select id from owner)
    union select organization_id from directory_contact where id in (select id from owner)`,
  location: () => sql`
    select id from owner
    union select location_id from directory_contact where id in (select id from owner)`,
  service: (entity) => sql`
    select id from owner
    union select service_id from service_at_location where id in (select id from owner)
    ${entity === 'schedule' ? sql`union select service_id from service_at_location where location_id in (select id from owner)` : sql``}
    union select service_id from directory_contact where id in (select id from owner)
    union select at.service_id from directory_contact c join service_at_location at on at.id = c.service_at_location_id
      where c.id in (select id from owner)`,
}

const canBelongTo = (kind: ListingKind, columns: string[]) =>
  [`${kind}_id`, 'contact_id'].some((column) => columns.includes(column))

/**
 * What one transaction of an import changes of what a listing has in rows of their own: phones, people, places, hours and
 * so on. Else the listing would keep its version, and an editor who saw it before would replace them without a conflict.
 */
export class PartChanges {
  private readonly before: Record<ListingKind, Map<string, ListingValues>> = {
    organization: new Map(),
    service: new Map(),
    location: new Map(),
  }
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /**
   * Remembers the listings to which these rows belong, and locks them; before the rows are written. In the order in which
   * edits lock: the organization first.
   */
  async watch(entity: EntityName, rows: PartRow[]) {
    const columns = partLinks[entity]
    if (!columns || !rows.length) return
    for (const kind of ['organization', 'location', 'service'] as const)
      if (canBelongTo(kind, columns)) await this.watchKind(kind, entity, columns, rows)
  }

  private async watchKind(kind: ListingKind, entity: EntityName, columns: string[], rows: PartRow[]) {
    const owners = [
      sql`select unnest(${rows.flatMap((row) => row.owners)}::uuid[]) as id`,
      ...presentOwners(
        entity,
        columns,
        rows.map(({ id }) => id),
      ),
    ]
    // A listing that this import adds has its parts from the start.
    const { rows: locked } = await sql<{ id: string }>`
      with owner as materialized (${sql.join(owners, sql` union `)})
      select t.id from ${sql.table(kind)} t
      where t.id in (${listingsOf[kind](entity)})
        and not (t.version = 1 and (exists (select from import_seen seen where seen.id = t.id and seen.is_new)
          or exists (select from import_added added where added.id = t.id)))
      order by t.id for no key update of t`.execute(this.database)
    const known = this.before[kind]
    const ids = locked.map(({ id }) => id).filter((id) => !known.has(id))
    if (!ids.length) return
    for (const [id, parts] of await listParts[kind](this.database, ids)) known.set(id, parts)
  }

  /** Gives each listing whose parts are different now one new version, and writes it into its history. */
  async record(cause: 'import' | 'undo' = 'import') {
    for (const kind of listingKinds) if (this.before[kind].size) await this.recordKind(kind, cause)
  }

  private async recordKind(kind: ListingKind, cause: 'import' | 'undo') {
    const before = this.before[kind]
    const now = await listParts[kind](this.database, [...before.keys()])
    const changes = [...before].flatMap(([id, parts]) => {
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
      update ${sql.table(kind)} set version = version + 1, changed_on = now()
      where id = any (${changes.map(({ id }) => id)}::uuid[]) returning id, version`.execute(this.database)
    const versions = new Map(rows.map(({ id, version }) => [id, Number(version)]))
    await recordImported(
      this.database,
      kind,
      changes.map((change) => ({ ...change, version: versions.get(change.id) ?? 0 })),
      cause,
    )
  }
}
