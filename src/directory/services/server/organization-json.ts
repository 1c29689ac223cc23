import { sql } from 'kysely'
import { organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { ListedOrganization } from '../service-detail.ts'
import { answersHere } from './answers-here.ts'
import { contactLines, contactOf } from './service-contacts.ts'

/** Telephones before faxes. */
export const phones = (where: string) =>
  sql.raw(
    `(select coalesce(jsonb_agg(jsonb_build_object('number', number, 'extension', extension, 'type', type, 'description', description)
      order by type = 'fax', number, id), '[]') from phone where ${where})`,
  )

/** What everybody may read of an organization, as JSON. Requires `o` (`organizationProfiles`). */
export const organizationJson = sql`jsonb_build_object('id', o.id, 'name', o.name, 'description', o.description, 'website', o.website, 'email', o.email,
  'takesReferrals', o.takes_referrals, 'answersHere', ${answersHere('o')}, 'isStandIn', o.is_stand_in,
  'phones', ${phones('organization_id = o.id and service_id is null and location_id is null')}, 'contacts', ${contactLines(contactOf('organizationId', 'o.id'))})`

/** An organization of the directory, whether it has a service there or not; undefined if it is not in the directory. */
export async function findListedOrganization(database: Database, id: string): Promise<ListedOrganization | undefined> {
  const { rows } = await sql<{ organization: ListedOrganization }>`
    select ${organizationJson} as organization from ${organizationProfiles.as('o')}
    where o.id = ${id} and o.standing in ('listed', 'verified') and not o.is_stand_in`.execute(database)
  return rows[0]?.organization
}
