import { notifyDue } from '#casework/referral-notices/server/referral-notices-public.ts'
import { findPromise } from '#casework/response-times/server/response-times-public.ts'
import { isErased } from '../referral-policy.ts'
import { newsOf, publishReferral } from './notify-step.ts'
import type { ReferralServices } from './referral-context.ts'
import { lockReferral, updateReferral, type WholeReferral } from './referral-queries.ts'

const batch = 100

/**
 * Warns before a promised time, and escalates after it: once for each stage. Safe to run twice and in several processes:
 * whoever locks a referral first sets when it is next.
 * @returns how many it processed
 */
export async function runPromiseClock(services: ReferralServices, now = new Date()): Promise<number> {
  const { database } = services
  const due = await database
    .selectFrom('referral')
    .select('id')
    .where('promiseAlertOn', '<=', now.toISOString())
    .orderBy('promiseAlertOn')
    .limit(batch)
    .execute()
  let touched = 0
  for (const { id } of due)
    touched += await database.transaction().execute(async (transaction) => {
      const referral = await lockReferral(transaction, id, { skipLocked: true })
      if (!referral?.promiseAlertOn || referral.promiseAlertOn > now.toISOString()) return 0
      await alert({ ...services, database: transaction }, referral, now)
      return 1
    })
  return touched
}

async function alert({ database, config }: ReferralServices, referral: WholeReferral, now: Date) {
  const { id, promiseStage, promiseDueOn, promiseAlert } = referral
  // A stopped clock may have missed the warning.
  const isDue = promiseAlert === 'escalate' || (promiseDueOn ?? '') <= now.toISOString()
  const next = isDue
    ? { promiseAlert: null, promiseAlertOn: null }
    : { promiseAlert: 'escalate' as const, promiseAlertOn: promiseDueOn }
  await updateReferral(database, referral, next, { isNewVersion: false })
  if (isErased(referral)) return
  const kind = isDue ? 'overdue' : 'dueSoon'
  const step = { id: `promise:${id}:${promiseStage}:${promiseDueOn}:${kind}`, action: kind }
  await notifyDue(
    database,
    config,
    await newsOf(database, referral, null, step),
    kind,
    await listHolders(database, referral, isDue),
  )
  await publishReferral(database, referral)
}

/** Who works on it, before the time; afterwards whom the organization named. */
async function listHolders(database: ReferralServices['database'], referral: WholeReferral, isDue: boolean) {
  if (!isDue) return [referral.assigneeId ?? referral.directedToId]
  return [(await findPromise(database, referral.recipientOrganizationId)).escalateToId]
}

export const promiseClockBatch = batch
