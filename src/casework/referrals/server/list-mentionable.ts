import { sql } from 'kysely'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import type { Mentionable } from '#casework/message-mentions/mention.ts'
import { accountMayReceive, accountPerson, hasRoleAmong } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { isHeld, mayWriteMessage, partiesOf } from '../referral-policy.ts'
import { findReferralRow } from './referral-queries.ts'

/**
 * Who can be mentioned on a referral: everybody of one's own organization who does casework, and those of the other side
 * who are named on the referral or wrote on it.
 * @throws 404; 403 if nothing may be written
 */
export async function listMentionable(database: Database, actor: Actor, id: string): Promise<Mentionable[]> {
  const referral = await findReferralRow(database, id)
  const who = referral ? partiesOf(actor, referral) : []
  if (!referral || who.length === 0) throw problem('not-found')
  if (!mayWriteMessage(who, referral)) throw problem('forbidden')
  const { senderOrganizationId, recipientOrganizationId, createdBy, assigneeId, directedToId } = referral
  const sides = isHeld(referral) ? [senderOrganizationId] : [senderOrganizationId, recipientOrganizationId]
  const named = [createdBy, assigneeId, directedToId].filter((one) => one !== null)
  const { rows } = await sql<Mentionable>`
    select person.id, person.name, organization.name as organization_name
    from ${accountPerson.as('person')}
    join ${organizationNames.as('organization')} on organization.id = person.organization_id
    where person.organization_id = any(${sides}::uuid[]) and person.id <> ${actor.accountId}::uuid
      and ${accountMayReceive('person')} and ${hasRoleAmong(sql`person.id`, caseworkRoles)}
      and (person.organization_id = ${actor.organizationId}::uuid or person.id = any(${named}::uuid[])
        or person.id in (select author_id from referral_message where referral_id = ${id}::uuid))
    order by person.name, person.id limit 500`.execute(database)
  return rows
}
