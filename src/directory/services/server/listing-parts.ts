import { sql } from 'kysely'
import type { ListingKind } from '#directory/listings/listing-change.ts'
import type { Database } from '#platform/server/database.ts'
import type { ListingValues } from '../service-document.ts'
import { listPlaceParts } from './place-document.ts'
import { contactLines, contactOf, phoneLines } from './service-contacts.ts'
import { listServiceParts } from './service-document-queries.ts'

/** The numbers, people and programs of these organizations, as they are edited, by the id of the organization. */
async function listOrganizationParts(database: Database, ids: string[]): Promise<Map<string, ListingValues>> {
  const { rows } = await sql<{ id: string } & ListingValues>`
    select o.id, ${phoneLines('organizationId', 'o.id')} as phones, ${contactLines(contactOf('organizationId', 'o.id'))} as contacts,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'alternateName', alternate_name, 'description', description)
        order by name, id), '[]') from program where organization_id = o.id and removed_on is null) as programs
    from unnest(${ids}::uuid[]) as o (id)`.execute(database)
  return new Map(rows.map(({ id, ...parts }) => [id, parts]))
}

/** What listings of each kind have in rows of their own, as it is edited, by the id of the listing. */
export const listParts: Record<
  ListingKind,
  (database: Database, ids: string[]) => Promise<Map<string, ListingValues>>
> = { organization: listOrganizationParts, location: listPlaceParts, service: listServiceParts }
