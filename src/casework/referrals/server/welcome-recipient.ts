import { sql } from 'kysely'
import type { Arrival } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { noDeadline } from '../deadline.ts'
import { endedBeforeConfirmation, isHeld } from '../referral-policy.ts'
import { needsConfirmation } from './held-queries.ts'
import { notifyChanged, publishReferral } from './notify-step.ts'
import { openHeldReferral } from './open-held-referral.ts'
import type { NoticeProduct } from './referral-context.ts'
import { findReferralRow, findRequest, lockReferral } from './referral-queries.ts'

/** Locks all referrals to an organization, and that of a claim link, by ID, as every other act does. */
const lockReferralsTo = (database: Database, organizationId: string, referralId: string | null) =>
  sql`select id from referral where id = ${referralId}::uuid or recipient_organization_id = ${organizationId}::uuid
    order by id for no key update`.execute(database)

/**
 * Referrals to earlier people of the organization are not immediately open to a person who claims it after all of them
 * left.
 */
const holdEarlier = (database: Database, organizationId: string) =>
  database
    .updateTable('referral')
    .set({
      recipientConfirmedOn: null,
      ...noDeadline,
      clockOn: sql`case when status = 'Sent' then response_due_on end`,
      version: sql<number>`version + 1`,
    })
    .where('recipientOrganizationId', '=', organizationId)
    .where('senderOrganizationId', '<>', organizationId)
    .where('recipientConfirmedOn', 'is not', null)
    .execute()

/** One notification for each creator of held referrals: about the newest of them. */
async function listToNotify(database: Database, organizationId: string) {
  const { rows } = await sql<{ id: string }>`
    select distinct on (created_by) id from referral
    where ${needsConfirmation} and recipient_organization_id = ${organizationId}::uuid
    order by created_by, sent_on desc, id`.execute(database)
  return rows.map(({ id }) => id)
}

/**
 * Handles an account's arrival at an organization, in the caller's transaction: opens the referral of its claim link.
 * For the organization's first account, asks the senders of all other held referrals to confirm.
 */
export async function welcomeRecipient(database: Database, product: NoticeProduct, arrival: Arrival) {
  const { organizationId, accountId, referralId, isFirst, isClaim } = arrival
  if (isFirst && isClaim) {
    await lockReferralsTo(database, organizationId, referralId)
    await holdEarlier(database, organizationId)
  }
  const own = referralId ? await lockReferral(database, referralId) : undefined
  if (
    own &&
    isHeld(own) &&
    !endedBeforeConfirmation.includes(own.status) &&
    own.recipientOrganizationId === organizationId
  )
    await openHeldReferral(database, product, own, null)
  if (!isFirst) return
  for (const id of await listToNotify(database, organizationId)) {
    const row = await findReferralRow(database, id)
    const request = row && (await findRequest(database, row.requestId))
    if (!row || !request) continue
    const referral = { ...row, request }
    await notifyChanged(database, product, referral, null, {
      id: `recipient-arrived:${accountId}:${id}`,
      action: 'recipientArrived',
    })
    await publishReferral(database, referral)
  }
}
