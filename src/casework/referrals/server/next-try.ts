import { sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { openStatuses } from '../referral-machine.ts'
import { endedUnanswered, maySeeReferral, partiesOf } from '../referral-policy.ts'
import { publishReferral } from './notify-step.ts'
import type { ReferralServices } from './referral-context.ts'
import { insertStep, lockReferral, updateReferral } from './referral-queries.ts'

/**
 * Over `referral`: it was declined or expired, nobody decided to stop trying, and there is no other try for the same
 * need. Of several such referrals of one request, only the last one waits.
 */
export const waitsForNextTry = sql<boolean>`(referral.status = any(${[...endedUnanswered]}::text[]) and referral.settled_on is null
  and referral.snapshot is not null
  and not exists (select from referral other where other.request_id = referral.request_id and other.id <> referral.id
    and (other.status = any(${['Draft', 'Closed: Resolved', ...openStatuses]}::text[])
      or (other.sent_on > referral.status_changed_on and other.status <> 'Entered In Error')
      or (other.status = any(${[...endedUnanswered]}::text[])
        and (other.status_changed_on, other.id) > (referral.status_changed_on, referral.id)))))`

export async function needsNextTry(database: Database, id: string) {
  const { rows } = await sql<{
    waits: boolean
  }>`select ${waitsForNextTry} as waits from referral where id = ${id}::uuid`.execute(database)
  return rows[0]?.waits === true
}

/**
 * The sender decides to stop trying for this need, which stays unmet. Safe to repeat.
 * @throws 404 if the actor may not see it, 403 if they are not the sender, 409 illegal-transition if no other try is
 * due
 */
export const settleReferral = ({ database }: ReferralServices, actor: Actor, id: string) =>
  database.transaction().execute(async (transaction) => {
    const referral = await lockReferral(transaction, id)
    const who = referral ? partiesOf(actor, referral) : []
    if (!referral || !maySeeReferral(who, referral)) throw problem('not-found')
    if (!who.includes('sender')) throw problem('forbidden')
    if (referral.settledOn) return
    if (!(await needsNextTry(transaction, id))) throw problem('illegal-transition')
    await updateReferral(transaction, referral, { settledOn: new Date().toISOString() }, { isNewVersion: false })
    await insertStep(transaction, {
      referralId: id,
      action: 'settle',
      fromStatus: referral.status,
      toStatus: referral.status,
      actorId: actor.accountId,
      organizationId: actor.organizationId,
    })
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'referral.settle',
      subjectType: 'referral',
      subjectId: id,
    })
    await publishReferral(transaction, referral)
  })
