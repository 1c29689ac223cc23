import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { openStatuses } from '../referral-machine.ts'
import { mayTake, partiesOf, visibilityOf } from '../referral-policy.ts'
import { notifyAssigned, publishReferral } from './notify-step.ts'
import type { NoticeProduct } from './referral-context.ts'
import { insertStep, isCaseworkerOf, lockReferral, updateReferral } from './referral-queries.ts'

interface Assigning {
  id: string
  version: number
  assigneeId: string | null
  /** Nobody is notified now: it goes back to who had it before, or the caller notifies of many at once. */
  isQuiet?: boolean
}

/**
 * The recipient gives an open referral to one of its people, who is notified, or to nobody. The status stays.
 * @returns who had it before, and the version afterwards
 * @throws 404 if the actor may not see it, 403 if they are not the recipient, 409 stale-version, or illegal-transition
 * if it has ended or its details are no longer visible; 403 also for an assignee who does no casework there
 */
export async function assignReferral(
  database: Database,
  product: NoticeProduct,
  actor: Actor,
  { id, version, assigneeId, isQuiet = false }: Assigning,
) {
  const referral = await lockReferral(database, id)
  const who = referral ? partiesOf(actor, referral) : []
  const visibility = referral ? visibilityOf(who, referral) : 'nothing'
  if (!referral || visibility === 'nothing') throw problem('not-found')
  if (!who.includes('recipient')) throw problem('forbidden')
  if (version !== referral.version) throw problem('stale-version')
  const { assigneeId: formerAssigneeId } = referral
  if (!openStatuses.includes(referral.status) || !mayTake('accept', visibility)) throw problem('illegal-transition')
  if (assigneeId === formerAssigneeId) return { isChanged: false, formerAssigneeId, version }
  if (assigneeId && !(await isCaseworkerOf(database, assigneeId, referral.recipientOrganizationId)))
    throw problem('forbidden')
  await updateReferral(database, referral, { assigneeId })
  const stepId = await insertStep(database, {
    referralId: id,
    action: 'assign',
    fromStatus: referral.status,
    toStatus: referral.status,
    actorId: actor.accountId,
    organizationId: actor.organizationId,
  })
  await recordAudit(database, {
    actorId: actor.accountId,
    action: 'referral.assign',
    subjectType: 'referral',
    subjectId: id,
    detail: { from: formerAssigneeId, to: assigneeId },
  })
  if (assigneeId && !isQuiet) await notifyAssigned(database, product, referral, actor, { id: stepId, assigneeId })
  await publishReferral(database, referral)
  return { isChanged: true, formerAssigneeId, version: version + 1 }
}
