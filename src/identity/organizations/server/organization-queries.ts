import { sql } from 'kysely'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { type Actor, hasRole } from '#platform/schema/roles.ts'
import { columnsOf } from '#platform/server/columns.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import { OrganizationProfile, type OrganizationQuery, SEARCH_MIN } from '../organization-profile.ts'

const SUGGESTIONS = 20
/** Enough to sort by similarity, but few enough that a word in every name stays fast. */
const CANDIDATES = 300
const shownToAll = ['listed', 'verified'] as const

const asPattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The organizations that an account may see, by name. */
export async function listOrganizations(database: Database, query: z.infer<typeof OrganizationQuery>, actor: Actor) {
  const after = readCursor(query.cursor, [z.string(), Id])
  const rows = await database
    .selectFrom('organization')
    .select(columnsOf(OrganizationProfile))
    .select(sql<string>`lower(name)`.as('position'))
    .$if(!hasRole(actor, 'platform-admin'), (q) =>
      q.where((where) => where.or([where('standing', 'in', shownToAll), where('id', '=', actor.organizationId)])),
    )
    .$if(Boolean(query.name), (q) =>
      q.where(
        sql<boolean>`plain_text(name) like '%' || plain_text(${asPattern(query.name ?? '')}) || '%' and not is_stand_in`,
      ),
    )
    .$if(after !== undefined, (q) => q.where(sql<boolean>`(lower(name), id) > (${after?.[0]}, ${after?.[1]}::uuid)`))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(query.limit + 1)
    .execute()
  const page = pageFrom(rows, query.limit, (row) => [row.position, row.id])
  return { ...page, items: page.items.map(({ position: _, ...organization }) => organization) }
}

/**
 * Names that start with the typed text, then names that contain it, most similar first. Ignores accents and case.
 * @returns nothing for fewer than three characters
 */
export async function suggestOrganizations(database: Database, typed: string) {
  const name = typed.trim()
  if ([...name].length < SEARCH_MIN) return []
  const pattern = asPattern(name)
  const { rows } = await sql<{ id: string; name: string }>`
    with starting as materialized (
      select id, name, 0 as place, 0::real as distance from organization
      where plain_text(name) collate "C" like plain_text(${pattern}) || '%' and standing in ('listed', 'verified') and not is_stand_in
      order by plain_text(name) collate "C", id limit ${SUGGESTIONS}),
    holding as materialized (
      select id, name from organization
      where plain_text(name) like '%' || plain_text(${pattern}) || '%' and standing in ('listed', 'verified') and not is_stand_in
        and (select count(*) from starting) < ${SUGGESTIONS} and id not in (select id from starting) limit ${CANDIDATES})
    select id, name from (
      select * from starting
      union all select id, name, 1, 1 - similarity(plain_text(name), plain_text(${name})) from holding) as found
    order by place, distance, plain_text(name) collate "C", id limit ${SUGGESTIONS}`.execute(database)
  return rows
}

export const findOrganization = (database: Database, id: string) =>
  database.selectFrom('organization').select(columnsOf(OrganizationProfile)).where('id', '=', id).executeTakeFirst()

export const listReference = (database: Database, table: 'organizationType' | 'taxStatus') =>
  database.selectFrom(table).select(['id', 'name']).orderBy('name').execute()

export const findTaxStatus = (database: Database, id: string) =>
  database.selectFrom('taxStatus').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
