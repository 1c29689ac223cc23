import { sql } from 'kysely'
import { isFieldEdited } from '#directory/listings/server/listings-public.ts'
import { organizationAddresses } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { findOwnDomain, mailHost, type OwnDomain } from '../address-domain.ts'

/** People of the portal changed who is asked for at an organization: an imported contact may have their address now. */
const isContactEdited = (organization: string) =>
  isFieldEdited('organization', sql.ref(organization), sql.lit('contacts'))

/** Only imported rows count: what people enter in the portal does not prove who owns an address. */
const listedAddress = (organizationId: string, email: string) => sql<{ found: boolean }>`
  select exists (
    select from ${organizationAddresses.as('organization')} where id = ${organizationId}::uuid and lower(source_email) = ${email}
    union all
    select from service where organization_id = ${organizationId}::uuid and lower(email) = ${email}
      and source_name is not null and edited_on is null
    union all
    select from directory_contact contact
      left join service_at_location at on at.id = contact.service_at_location_id
      left join service on service.id = coalesce(contact.service_id, at.service_id)
      left join location on location.id = coalesce(contact.location_id, at.location_id)
    where lower(contact.email) = ${email} and contact.source_name is not null
      and service.edited_on is null and location.edited_on is null
      and not ${isContactEdited('contact.organization_id')} and not ${isContactEdited('contact.source_organization_id')}
      and ${organizationId}::uuid in (contact.organization_id, service.organization_id, location.organization_id)
  ) as found`

/** The domain of an organization's website, unless other organizations in the directory share it. */
async function findWebsiteDomain(database: Database, organizationId: string): Promise<OwnDomain | null> {
  const organization = await database
    .selectFrom(organizationAddresses.as('organization'))
    .select('sourceWebsite')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return organization?.sourceWebsite ? findOwnDomain(organization.sourceWebsite) : null
}

async function listOthersAt(database: Database, organizationId: string, { domain }: OwnDomain) {
  const rows = await database
    .selectFrom(organizationAddresses.as('organization'))
    .select('sourceWebsite')
    .where('id', '<>', organizationId)
    .where(sql<boolean>`strpos(lower(source_website), ${domain}) > 0`)
    .limit(200)
    .execute()
  return rows.map((row) => findOwnDomain(row.sourceWebsite ?? '')).filter((other) => other?.domain === domain)
}

/**
 * Whether the directory itself gives this address for the organization: it is in the imported data, or at the domain of
 * the imported website. If several organizations share a domain, only the exact host counts.
 * @param email in lowercase
 */
export async function isDirectoryAddress(database: Database, organizationId: string, email: string) {
  const { rows } = await listedAddress(organizationId, email).execute(database)
  if (rows[0]?.found) return true
  const [website, mail] = [await findWebsiteDomain(database, organizationId), findOwnDomain(mailHost(email))]
  if (!website || website.domain !== mail?.domain) return false
  const others = await listOthersAt(database, organizationId, website)
  if (others.length === 0) return true
  return mail.host === website.host && others.every((other) => other?.host !== website.host)
}
