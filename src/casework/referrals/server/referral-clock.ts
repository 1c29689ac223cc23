import type { Task } from '#platform/server/jobs.ts'
import { findTransition } from '../referral-machine.ts'
import { waitsByLink } from '../referral-policy.ts'
import { expiresAfter, nextClock, remindersAfter } from '../working-days.ts'
import { lockCase } from './lock-case.ts'
import { notifyWaiting } from './notify-step.ts'
import { promiseClockBatch, runPromiseClock } from './promise-clock.ts'
import type { ReferralServices } from './referral-context.ts'
import { insertStep, type WholeReferral } from './referral-queries.ts'
import { move } from './transition-referral.ts'

export const referralClockTask = 'referral-clock'
/** Every quarter of an hour; safe in several processes at once. */
export const referralClockCrontab = `*/15 * * * * ${referralClockTask}`

const batch = 100

/** Reminds about and expires referrals that wait for an answer. @returns how many it processed */
export async function runReferralClock({ database, config }: ReferralServices, now = new Date()): Promise<number> {
  const due = await database
    .selectFrom('referral')
    .select('id')
    .where('clockOn', '<=', now.toISOString())
    .where((eb) => eb.or([eb('status', '=', 'Sent'), eb('recipientConfirmedOn', 'is', null)]))
    .orderBy('clockOn')
    .limit(batch)
    .execute()
  let touched = 0
  for (const { id } of due)
    touched += await database.transaction().execute(async (transaction) => {
      const { referral } = await lockCase(transaction, id)
      if (!referral?.clockOn || referral.clockOn > now.toISOString()) return 0
      if (referral.status !== 'Sent' && !waitsByLink(referral)) return 0
      const transition = findTransition('expire', referral.status, ['system'])
      if (referral.responseDueOn && referral.responseDueOn <= now.toISOString() && typeof transition === 'object')
        await move(transaction, config, { referral, actor: null, who: ['system'], call: {}, transition })
      else await remind(transaction, config, referral, now)
      return 1
    })
  return touched
}

/**
 * One reminder, even if a stopped clock missed the previous one. The version does not change, because nothing that
 * people act on has changed.
 */
async function remind(
  database: ReferralServices['database'],
  config: ReferralServices['config'],
  referral: WholeReferral,
  now: Date,
) {
  const startedOn = new Date(referral.recipientConfirmedOn ?? referral.sentOn ?? now)
  const passed = remindersAfter.filter((_, index) => nextClock(startedOn, index) <= now).length
  await database
    .updateTable('referral')
    .set({ remindersSent: passed, clockOn: nextClock(startedOn, passed).toISOString() })
    .where('id', '=', referral.id)
    .execute()
  const stepId = await insertStep(database, {
    referralId: referral.id,
    action: 'remind',
    fromStatus: 'Sent',
    toStatus: 'Sent',
    actorId: null,
    organizationId: null,
  })
  await notifyWaiting(database, config, referral, stepId, expiresAfter - (remindersAfter[passed - 1] ?? 0))
}

export const referralClock =
  (services: ReferralServices): Task =>
  async () => {
    // If two processes find the same referral, the one that locks it first processes it.
    while ((await runReferralClock(services)) === batch);
    while ((await runPromiseClock(services)) === promiseClockBatch);
  }
