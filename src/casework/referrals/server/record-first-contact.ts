import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, runAct } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type FirstContactCall, mistakeInContactTime } from '../first-contact.ts'
import { beingWorkedOn, type Party } from '../referral-machine.ts'
import { isErased, maySeePerson, maySeeReferral, mayWorkOn, partiesOf } from '../referral-policy.ts'
import { requireHeld } from './answer-by-link.ts'
import { publishReferral } from './notify-step.ts'
import { isAccount, type LinkHolder, linkHolderOf, type ReferralServices } from './referral-context.ts'
import { findReferralRow, insertStep, lockReferral, updateReferral, type WholeReferral } from './referral-queries.ts'

const isSame = (referral: WholeReferral, call: FirstContactCall) =>
  referral.firstContactOn !== null &&
  Date.parse(referral.firstContactOn) === Date.parse(call.firstContactOn) &&
  referral.firstContactBy === call.firstContactBy

/**
 * Records the first contact with the person if the work started without one. Safe to repeat.
 * @throws 404 if the actor may not see the referral, 403 if they are not the recipient, 409 illegal-transition if it is
 * not in progress or a first contact is already recorded, 400 for an impossible time
 */
export const recordFirstContact = ({ database }: ReferralServices, actor: Actor, id: string, call: FirstContactCall) =>
  runAct(database, async (transaction) => {
    const referral = await lockReferral(transaction, id)
    const who = referral ? partiesOf(actor, referral) : []
    if (!referral || !maySeeReferral(who, referral)) throw problem('not-found')
    if (!who.includes('recipient')) throw problem('forbidden')
    if (isSame(referral, call)) return
    if (!mayWorkOn(who, referral) || referral.firstContactOn) throw problem('illegal-transition')
    const mistake = mistakeInContactTime(call.firstContactOn, referral.sentOn, new Date().toISOString())
    if (mistake) throw fieldProblem('firstContactOn', mistake)
    const { firstContactOn, firstContactBy } = call
    await updateReferral(transaction, referral, { firstContactOn, firstContactBy }, { isNewVersion: false })
    await insertStep(transaction, {
      referralId: id,
      action: 'firstContact',
      fromStatus: referral.status,
      toStatus: referral.status,
      actorId: actor.accountId,
      organizationId: actor.organizationId,
    })
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'referral.firstContact',
      subjectType: 'referral',
      subjectId: id,
    })
    await publishReferral(transaction, referral)
  })

/** Somebody of the recipient: an account, or whoever proved the address of the invitation. */
export type Worker = Actor | LinkHolder

function partiesOfWorker(worker: Worker, referral: Omit<WholeReferral, 'request'>): readonly Party[] {
  if (isAccount(worker)) return partiesOf(worker, referral)
  requireHeld(referral)
  return ['recipient']
}

const isWorkedOn = (who: readonly Party[], referral: Omit<WholeReferral, 'request'>) =>
  who.includes('recipient') &&
  !isErased(referral) &&
  maySeePerson(who, referral) &&
  beingWorkedOn.some((status) => status === referral.status)

/** Whether this reader is the recipient of a referral that they accepted and have not ended. */
export async function mayWork(database: Database, worker: Worker, id: string) {
  const row = await findReferralRow(database, id)
  return row !== undefined && isWorkedOn(partiesOfWorker(worker, row), row)
}

/**
 * Locks a referral that the worker works on. Who comes by a link has locked the link.
 * @returns it, who took the step, and how to notify both sides' screens
 * @throws 404, 403 if they are not the recipient, 409 illegal-transition if it is not accepted or has ended
 */
export async function lockWorkedOn(transaction: Database, worker: Worker, id: string) {
  const referral = await lockReferral(transaction, id)
  const who = referral ? partiesOfWorker(worker, referral) : []
  if (!referral || !maySeeReferral(who, referral)) throw problem('not-found')
  if (!who.includes('recipient')) throw problem('forbidden')
  if (!isWorkedOn(who, referral)) throw problem('illegal-transition')
  const { accountId: actorId, organizationId } = worker
  const by = { actorId, organizationId, linkHolder: linkHolderOf(worker) }
  return { referral, by, publish: () => publishReferral(transaction, referral) }
}
