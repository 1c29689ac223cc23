import { sql } from 'kysely'
import { accountIsActive, accountPerson, organizationHasAccount } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { Referral } from '../referral-call.ts'
import { openStatuses } from '../referral-machine.ts'
import { endedBeforeConfirmation } from '../referral-policy.ts'

/** Held, and still worth confirming; over `referral`. */
const isConfirmable = sql<boolean>`(referral.recipient_confirmed_on is null and referral.sent_on is not null
  and referral.status <> all(${[...endedBeforeConfirmation]}::text[]))`

/** The same, and its sender is asked for it: what was declined, forwarded or closed needs nothing more. */
export const needsConfirmation = sql<boolean>`(${isConfirmable} and referral.status = any(${[...openStatuses]}::text[]))`

/** Whether the recipient has an account by now; over `referral`. */
export const recipientHasPeople = organizationHasAccount(sql`referral.recipient_organization_id`)

const shown = 5

/** The recipient's accounts, and how many referrals of this sender wait for confirmation. */
export async function getToConfirm(
  database: Database,
  between: { senderOrganizationId: string; recipientOrganizationId: string },
): Promise<Referral['toConfirm']> {
  const { rows: people } = await sql<{ name: string; email: string; approvedOn: string }>`
    select person.name, person.email, person.approved_on from ${accountPerson.as('person')}
    where person.organization_id = ${between.recipientOrganizationId}::uuid and ${accountIsActive('person')}
    order by person.approved_on, person.id limit ${shown}`.execute(database)
  if (people.length === 0) return null
  return { people, heldCount: (await listConfirmable(database, between)).length }
}

/** The IDs of the referrals that a sender holds for a recipient, in lock order. */
export const listConfirmable = async (
  database: Database,
  between: { senderOrganizationId: string; recipientOrganizationId: string },
) =>
  (
    await sql<{ id: string }>`select id from referral where ${isConfirmable}
      and sender_organization_id = ${between.senderOrganizationId}::uuid
      and recipient_organization_id = ${between.recipientOrganizationId}::uuid order by id`.execute(database)
  ).rows.map(({ id }) => id)
