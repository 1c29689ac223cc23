import { sql } from 'kysely'
import { serviceNames } from '#directory/services/server/directory-public.ts'
import { accountName, accountPerson, organizationHasAccount } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { Referral } from '../referral-call.ts'
import type { ReferralStatus } from '../referral-machine.ts'

export interface Surroundings {
  senderName: string
  recipientName: string
  recipientHasAccount: boolean
  serviceName: string | null
  creatorName: string
  directedToName: string | null
  assigneeName: string | null
  unreadCount: number
}

const nameOf = (column: 'created_by' | 'directed_to_id' | 'assignee_id') => accountName(sql.ref(`referral.${column}`))

/**
 * The names in a referral, and how many of its messages an account has not read.
 * @throws problem not-found
 */
export async function getSurroundings(database: Database, id: string, accountId: string | null): Promise<Surroundings> {
  const { rows } = await sql<Surroundings>`
    select sender.name as sender_name, recipient.name as recipient_name, service.name as service_name,
      ${organizationHasAccount(sql`recipient.id`)} as recipient_has_account,
      ${nameOf('created_by')} as creator_name, ${nameOf('directed_to_id')} as directed_to_name, ${nameOf('assignee_id')} as assignee_name,
      (select count(*)::int from referral_message message where message.referral_id = referral.id and message.author_id is distinct from ${accountId}::uuid
        and message.sequence > coalesce((select last_sequence from referral_read where referral_id = referral.id and account_id = ${accountId}::uuid), 0)) as unread_count
    from referral
    join ${organizationNames.as('sender')} on sender.id = sender_organization_id
    join ${organizationNames.as('recipient')} on recipient.id = recipient_organization_id
    left join ${serviceNames.as('service')} on service.id = service_id
    where referral.id = ${id}::uuid ${prepared}`.execute(database)
  if (!rows[0]) throw problem('not-found')
  return rows[0]
}

type Step = Referral['steps'][number]
type StepRow = Omit<Step, 'organization'> & { organizationId: string | null; organizationName: string | null }

/** The history of a referral, oldest first. */
export async function listSteps(database: Database, referralId: string): Promise<Step[]> {
  const { rows } = await sql<StepRow>`
    select step.id, action, from_status, to_status, step.organization_id, organization.name as organization_name, reason, outcome, step.note, step.review_on, step.created_on,
      coalesce(actor.name, step.link_holder) as actor_name, step.link_holder is not null as is_by_link
    from referral_event step
    left join ${organizationNames.as('organization')} on organization.id = step.organization_id
    left join ${accountPerson.as('actor')} on actor.id = step.actor_id
    where referral_id = ${referralId}::uuid order by sequence ${prepared}`.execute(database)
  return rows.map(({ organizationId, organizationName, ...step }) => ({
    ...step,
    organization: organizationId && organizationName ? { id: organizationId, name: organizationName } : null,
  }))
}

export const listChildren = async (database: Database, parentId: string) =>
  (
    await sql<{
      id: string
      relation: string
      status: ReferralStatus
      sentOn: string | null
      organizationName: string
    }>`
      select referral.id, parent_relation as relation, referral.status, referral.sent_on, organization.name as organization_name
      from referral join ${organizationNames.as('organization')} on organization.id = recipient_organization_id
      where parent_id = ${parentId}::uuid and referral.status <> 'Entered In Error' order by referral.created_on ${prepared}`.execute(
      database,
    )
  ).rows
