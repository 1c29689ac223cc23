import { sql } from 'kysely'
import { contactInvitations } from '#casework/clients/server/clients-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { personRecord } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'

export interface Kept {
  contactId: string
  organizationId: string
  organizationName: string
}

/** The records of people whose invitation created this account, without erased ones. */
export const listKept = async (database: Database, accountId: string) =>
  (
    await sql<Kept>`
      select distinct person.id as contact_id, person.organization_id, organization.name as organization_name
      from ${contactInvitations.as('invitation')}
      join ${personRecord.as('person')} on person.id = invitation.contact_id
      join ${organizationNames.as('organization')} on organization.id = person.organization_id
      where invitation.account_id = ${accountId}::uuid and invitation.used_on is not null
      order by organization.name, person.id`.execute(database)
  ).rows

/** Whose record it is, and which account acts for them (none, if they came by a link); checked in an act's transaction. */
export type Whose = (transaction: Database) => Promise<Kept & { accountId: string | null }>

/** The record of the signed-in person. @throws 404 unless it is theirs */
export const ofMember =
  (actor: Actor, contactId: string): Whose =>
  async (transaction) => ({ ...(await getKept(transaction, actor, contactId)), accountId: actor.accountId })

/** @throws 404 unless it is a record of the signed-in person */
async function getKept(database: Database, actor: Actor, contactId: string) {
  const kept = (await listKept(database, actor.accountId)).find((record) => record.contactId === contactId)
  if (!kept) throw problem('not-found')
  return kept
}
