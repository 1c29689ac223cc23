import { sql } from 'kysely'
import { columnName } from '#platform/server/column-name.ts'
import type { Database } from '#platform/server/database.ts'
import { type HsdsTable, hsdsColumns } from '../hsds-columns.ts'

/** One record in HSDS terms; unknown fields are omitted, as its schemas require. */
export type HsdsRecord = Record<string, unknown>

/** A row of a table as an object with only its published columns. */
const publish = (table: HsdsTable, alias: string) =>
  sql.raw(
    `jsonb_build_object(${hsdsColumns[table].published.map((c) => `'${columnName(c)}', ${alias}.${columnName(c)}`).join(', ')})`,
  )

/** The published locations, as `l`. Confidential locations are excluded here, and so everywhere. */
const locations = sql`location l`

const rows = (table: HsdsTable, where: string, extra = "'{}'::jsonb") =>
  sql`(select coalesce(jsonb_agg(${publish(table, 'r')} || ${sql.raw(extra)} order by r.id), '[]') from ${sql.table(columnName(table))} r where ${sql.raw(where)})`

const phones = (where: string) =>
  rows(
    'phone',
    where,
    `jsonb_build_object('extension', case when r.extension ~ '^[0-9]{1,9}$' then r.extension::integer end,
    'languages', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'code', g.code, 'note', g.note)), '[]') from language g where g.phone_id = r.id))`,
  )
// HSDS cannot express "closed on this day": holidays and days without hours are not published.
const schedules = (where: string) => rows('schedule', `${where} and not r.is_holiday and r.opens_at is not null`)
const addresses = (where: string) =>
  rows(
    'address',
    where,
    "jsonb_build_object('address_1', coalesce(r.address_1, ''), 'city', coalesce(r.city, ''), 'state_province', coalesce(r.state_province, ''), 'postal_code', coalesce(r.postal_code, ''))",
  )

const locationOf = (alias: string) => sql`${publish('location', alias)} || jsonb_build_object(
  'latitude', coalesce(${sql.ref(`${alias}.latitude`)}, ${sql.ref(`${alias}.zipLatitude`)}), 'longitude', coalesce(${sql.ref(`${alias}.longitude`)}, ${sql.ref(`${alias}.zipLongitude`)}),
  'addresses', ${addresses(`r.location_id = ${alias}.id`)}, 'phones', ${phones(`r.location_id = ${alias}.id and r.service_id is null`)},
  'schedules', ${schedules(`r.location_id = ${alias}.id and r.service_id is null and r.service_at_location_id is null`)},
  'languages', ${rows('language', `r.location_id = ${alias}.id`)}, 'accessibility', ${rows('accessibility', `r.location_id = ${alias}.id`)})`

const organizationOf = sql`jsonb_build_object('id', o.id, 'name', o.name, 'alternate_name', o.alternate_name, 'description', coalesce(o.description, ''), 'email', o.email,
  'website', nullif(o.website, ''), 'year_incorporated', o.year_incorporated, 'legal_status', o.legal_status, 'parent_organization_id', o.parent_organization_id)`

const termOf = sql`${publish('taxonomyTerm', 't')} || jsonb_build_object('description', coalesce(t.description, t.name), 'taxonomy', x.name)`

// A guess is not passed on as if the source had said it.
const attributesOf = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'link_id', b.service_id, 'link_entity', 'service', 'taxonomy_term_id', b.taxonomy_term_id,
  'value', b.value, 'label', b.label, 'taxonomy_term', ${termOf}) order by b.id), '[]')
  from attribute b join taxonomy_term t on t.id = b.taxonomy_term_id left join taxonomy x on x.id = t.taxonomy_id where b.service_id = s.id and b.stated_by <> 'guess')`

const simpleService = publish('service', 's')

const fullService = sql`${simpleService} || jsonb_build_object('organization', ${organizationOf},
  'program', (select ${publish('program', 'p')} || jsonb_build_object('description', coalesce(p.description, p.name)) from program p where p.id = s.program_id),
  'phones', ${phones('r.service_id = s.id')}, 'schedules', ${schedules('r.service_id = s.id')}, 'languages', ${rows('language', 'r.service_id = s.id')},
  'service_areas', ${rows('serviceArea', "r.service_id = s.id and r.stated_by <> 'guess'")}, 'cost_options', ${rows('costOption', 'r.service_id = s.id')},
  'required_documents', ${rows('requiredDocument', 'r.service_id = s.id')}, 'contacts', ${rows('directoryContact', 'r.service_id = s.id')},
  'attributes', ${attributesOf},
  'service_at_locations', (select coalesce(jsonb_agg(${publish('serviceAtLocation', 'at')} || jsonb_build_object('location', ${locationOf('l')},
      'phones', ${phones('r.service_at_location_id = at.id')}, 'schedules', ${schedules('r.service_at_location_id = at.id')}) order by at.id), '[]')
    from service_at_location at join ${locations} on l.id = at.location_id where at.service_id = s.id))`

// The result is returned as text, so that the column names inside keep the standard's format.
const parsed = (result: { rows: { json: string }[] }) => result.rows.map((r) => JSON.parse(r.json) as HsdsRecord)

/** A listed service with all its parts. */
export async function findHsdsService(database: Database, id: string): Promise<HsdsRecord | undefined> {
  return parsed(
    await sql<{
      json: string
    }>`select jsonb_strip_nulls(${fullService})::text as json from service s join organization o on o.id = s.organization_id
    join service_search listed on listed.service_id = s.id where s.id = ${id}`.execute(database),
  )[0]
}

/** A listed organization with its locations and the names of its services. */
export async function findHsdsOrganization(database: Database, id: string): Promise<HsdsRecord | undefined> {
  return parsed(
    await sql<{ json: string }>`select jsonb_strip_nulls(${organizationOf} || jsonb_build_object(
      'phones', ${phones('r.organization_id = o.id and r.service_id is null and r.location_id is null')},
      'locations', (select coalesce(jsonb_agg(${locationOf('l')} order by l.id), '[]') from ${locations} where l.organization_id = o.id),
      'services', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'status', s.status) order by s.id), '[]')
        from service s join service_search listed on listed.service_id = s.id where s.organization_id = o.id)))::text as json
    from organization o where o.id = ${id} and o.standing in ('listed', 'verified')`.execute(database),
  )[0]
}

export interface HsdsPage {
  page: number
  perPage: number
}

const lists = {
  services: {
    from: sql`service_search listed join service s on s.id = listed.service_id`,
    id: 's.id',
    json: simpleService,
  },
  organizations: {
    from: sql`organization o`,
    where: sql`o.standing in ('listed', 'verified')`,
    id: 'o.id',
    json: organizationOf,
  },
  taxonomies: {
    from: sql`taxonomy x`,
    id: 'x.id',
    json: sql`${publish('taxonomy', 'x')} || jsonb_build_object('description', coalesce(x.description, x.name))`,
  },
  taxonomy_terms: { from: sql`taxonomy_term t left join taxonomy x on x.id = t.taxonomy_id`, id: 't.id', json: termOf },
}
export type HsdsList = keyof typeof lists

/**
 * One page of a list. The standard requires page numbers, so only this list counts and skips; it does so on identifiers
 * only.
 */
export async function listHsds(database: Database, name: HsdsList, { page, perPage }: HsdsPage) {
  const list = lists[name]
  const where = 'where' in list ? list.where : sql`true`
  const total =
    (await sql<{ count: number }>`select count(*) as count from ${list.from} where ${where}`.execute(database)).rows[0]
      ?.count ?? 0
  const contents = parsed(
    await sql<{ json: string }>`select jsonb_strip_nulls(${list.json})::text as json from ${list.from}
    where ${sql.ref(list.id)} in (select ${sql.ref(list.id)} from ${list.from} where ${where} order by 1 limit ${perPage} offset ${(page - 1) * perPage})
    order by ${sql.ref(list.id)}`.execute(database),
  )
  return { total, contents }
}

/** A taxonomy or a term by its id. */
export async function findHsdsOf(
  database: Database,
  name: 'taxonomies' | 'taxonomy_terms',
  id: string,
): Promise<HsdsRecord | undefined> {
  const list = lists[name]
  return parsed(
    await sql<{
      json: string
    }>`select jsonb_strip_nulls(${list.json})::text as json from ${list.from} where ${sql.ref(list.id)} = ${id}`.execute(
      database,
    ),
  )[0]
}
