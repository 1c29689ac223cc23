import { sql } from 'kysely'
import { contactInvitations } from '#casework/clients/server/clients-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { personRecord } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { MyRecord } from '../access-log-entry.ts'
import type { RequestedRecord } from '../person-rights-policy.ts'

const mine = (accountId: string) => sql`
  from ${contactInvitations.as('invitation')} join ${personRecord.as('contact')} on contact.id = invitation.contact_id
  where invitation.account_id = ${accountId}::uuid and invitation.used_on is not null`

/** The organization that owns a person's record, or owned it until it was erased. */
export const owner = sql`coalesce(contact.organization_id,
  (select erasure.organization_id from erasure where erasure.contact_id = contact.id))`

/** The records that organizations keep of a community member: those whose invitation created the account. */
export const listMyRecords = async (database: Database, accountId: string) =>
  (
    await sql<MyRecord>`
      select contact.id as contact_id, organization.name as organization_name
      from ${organizationNames.as('organization')} join (select contact.id, ${owner} as owner ${mine(accountId)}) contact on contact.owner = organization.id
      order by organization.name, contact.id`.execute(database)
  ).rows

/**
 * A person's record with the fields that its policy needs.
 * @throws 404 if there is none, or not for this account
 */
export async function getRequestedRecord(
  database: Database,
  actor: Actor,
  contactId: string,
  isAllowed: (actor: Actor, record: RequestedRecord) => boolean,
) {
  const { rows } = await sql<{ id: string; organizationId: string } & RequestedRecord>`
    select id, ${owner} as organization_id, ${contactId}::uuid in (select contact.id ${mine(actor.accountId)}) as is_own
    from ${personRecord.as('contact')} where id = ${contactId}::uuid`.execute(database)
  const record = rows[0]
  if (!record || !isAllowed(actor, record)) throw problem('not-found')
  return record
}
