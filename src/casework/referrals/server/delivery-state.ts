import { sql } from 'kysely'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { ClaimStatus } from '../referral.ts'
import { maySeePerson, partiesOf, waitsByLink } from '../referral-policy.ts'
import { notifyChanged, publishReferral } from './notify-step.ts'
import type { Product } from './referral-context.ts'
import { mayInviteOther } from './referral-link.ts'
import { findReferralRow, lockReferral } from './referral-queries.ts'

/** Who at the recipient's opened a referral first; an answer without opening it counts too. */
const findOpening = async (database: Database, id: string) =>
  (
    await sql<{ name: string | null; on: string }>`
      select coalesce(${accountName(sql`step.actor_id`)}, step.link_holder) as name, step.created_on as on from referral_event step
      where step.referral_id = ${id}::uuid and step.action in ('view', 'accept', 'decline', 'forward')
      order by step.sequence limit 1`.execute(database)
  ).rows[0] ?? null

/** The claim link that works, or was used last. */
const findLink = (database: Database, referralId: string) =>
  database
    .selectFrom('referralInvitation')
    .select((eb) => [
      'openedOn',
      'claimedOn',
      'expiresOn',
      eb
        .case()
        .when('usedOn', 'is not', null)
        .then(sql<ClaimStatus | 'approved'>`'approved'`)
        .else(eb.ref('claimStatus'))
        .end()
        .as('claim'),
    ])
    .where('referralId', '=', referralId)
    .where('replacedOn', 'is', null)
    .orderBy('createdOn', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What the sender may know of a referral's way to its recipient. @throws 404, also for the recipient */
export async function getDeliveryState(database: Database, actor: Actor, id: string) {
  const row = await findReferralRow(database, id)
  const who = row ? partiesOf(actor, row) : []
  if (!row || !who.includes('sender') || !maySeePerson(who, row)) throw problem('not-found')
  return {
    opened: await findOpening(database, id),
    link: (await findLink(database, id)) ?? null,
    mayInviteAgain: await mayInviteOther(database, row),
  }
}

/**
 * Notifies the creator that nobody was reached, while nobody has opened the referral, or it waits for another address.
 * @param reachesAnybody whether a message reached somebody or still may, asked once the referral is locked: of the last
 * two messages that fail at the same moment, one knows of the other
 */
export async function notifyNotDelivered(
  database: Database,
  product: Product,
  { referralId, messageId }: { referralId: string; messageId: string },
  reachesAnybody: () => Promise<boolean>,
) {
  const referral = await lockReferral(database, referralId)
  if (!referral || (referral.status !== 'Sent' && !waitsByLink(referral)) || (await reachesAnybody())) return
  await notifyChanged(database, product, referral, null, {
    id: `not-delivered:${messageId}`,
    action: 'notDelivered',
  })
}

/** Notifies the tabs of both sides that a referral's delivery changed. */
export async function publishDelivery(database: Database, referralId: string) {
  const referral = await findReferralRow(database, referralId)
  if (referral) await publishReferral(database, referral)
}
