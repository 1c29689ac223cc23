import { sql } from 'kysely'
import { organizationAddresses } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { codeOfLanguage } from '../spoken-language.ts'
import { worksInTheOpen } from './service-contacts.ts'

/** The directory's contact at an organization: preferably a person with an address, otherwise only an address. Nobody at a confidential place is suggested. */
export async function findSuggestedContact(database: Database, organizationId: string) {
  const { rows } = await sql<{ name: string | null; email: string }>`
    select name, email from (
      select 1 as rank, c.name, c.email from directory_contact c
        where c.organization_id = ${organizationId}::uuid and ${sql.raw(worksInTheOpen)}
      union all
      select 2, c.name, c.email from directory_contact c join service on service.id = c.service_id
        where service.organization_id = ${organizationId}::uuid and service.status = 'active' and ${sql.raw(worksInTheOpen)}
      union all
      select 3, null, coalesce(source_email, email) from ${organizationAddresses.as('organization')} where id = ${organizationId}::uuid
      union all
      select 4, null, email from service where organization_id = ${organizationId}::uuid and status = 'active'
    ) every_contact
    where email is not null and email <> ''
    order by rank, email limit 1`.execute(database)
  const [contact] = rows
  if (!contact) return null
  const words = contact.name?.trim().split(/\s+/) ?? []
  const isPerson = words.length > 1
  return {
    email: contact.email.trim().toLowerCase(),
    firstName: isPerson ? (words[0] ?? '') : '',
    lastName: isPerson ? words.slice(1).join(' ') : '',
  }
}

/** The codes of the languages on record for a service, or for all services of its organization if none is named. */
export async function listSpokenLanguages(
  database: Database,
  { organizationId, serviceId }: { organizationId: string; serviceId: string | null },
) {
  const { rows } = await sql<{ name: string }>`
    select distinct spoken.name from service join language spoken on spoken.service_id = service.id
    where ${serviceId ? sql`service.id = ${serviceId}::uuid` : sql`service.organization_id = ${organizationId}::uuid and service.status = 'active'`}`.execute(
    database,
  )
  return rows.flatMap(({ name }) => codeOfLanguage(name) ?? [])
}
