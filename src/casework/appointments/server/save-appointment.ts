import { recordAccess } from '#casework/clients/server/clients-public.ts'
import { insertStep, lockWorkedOn, mayWork, readableContact } from '#casework/referrals/server/referrals-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, runAct } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import { type AppointmentCall, mistakeInTime, type ShownAppointment } from '../appointment.ts'
import { findAppointment } from './appointment-queries.ts'

/** The appointment of a referral, for whoever sees the details. @throws 404 */
export async function getAppointment(database: Database, actor: Actor, referralId: string): Promise<ShownAppointment> {
  const { contactId } = await readableContact(database, actor, referralId)
  const appointment = await findAppointment(database, referralId)
  if (appointment) await recordAccess(database, actor, [contactId], { way: 'referral', referralId })
  return { appointment, mayChange: await mayWork(database, actor, referralId) }
}

type Step = 'appointment' | 'cancelAppointment'

/** Writes an appointment with its step in the history; of the step, the person is told. */
async function write(
  database: Database,
  actor: Actor,
  { referral, publish }: Awaited<ReturnType<typeof lockWorkedOn>>,
  action: Step,
  row: AppointmentCall & { cancelledOn: string | null },
) {
  const { id: referralId, status } = referral
  const { accountId: actorId, organizationId } = actor
  const eventId = await insertStep(database, {
    ...{ referralId, action, fromStatus: status, toStatus: status },
    ...{ actorId, organizationId },
  })
  const values = { ...row, eventId, changedOn: new Date().toISOString() }
  await database
    .insertInto('appointment')
    .values({ referralId, ...values })
    .onConflict((conflict) => conflict.column('referralId').doUpdateSet(values))
    .execute()
  await recordAudit(database, {
    ...{ actorId, action: `referral.${action}`, subjectType: 'referral', subjectId: referralId },
  })
  await publish()
}

/**
 * The recipient records when the person is expected, or changes it. Safe to repeat.
 * @throws 404, 403, 409 illegal-transition unless the recipient works on it, 400 at `startsOn`
 */
export const saveAppointment = (database: Database, actor: Actor, referralId: string, call: AppointmentCall) =>
  runAct(database, async (transaction) => {
    const locked = await lockWorkedOn(transaction, actor, referralId)
    const before = await findAppointment(transaction, referralId)
    const startsOn = new Date(call.startsOn).toISOString()
    if (
      before &&
      !before.cancelledOn &&
      Date.parse(before.startsOn) === Date.parse(startsOn) &&
      before.note === call.note
    )
      return
    const mistake = mistakeInTime(startsOn)
    if (mistake) throw fieldProblem('startsOn', mistake)
    await write(transaction, actor, locked, 'appointment', { startsOn, note: call.note, cancelledOn: null })
  })

/** The recipient cancels it. Safe to repeat. @throws 404, 403, 409 illegal-transition */
export const cancelAppointment = (database: Database, actor: Actor, referralId: string) =>
  runAct(database, async (transaction) => {
    const locked = await lockWorkedOn(transaction, actor, referralId)
    const before = await findAppointment(transaction, referralId)
    if (!before || before.cancelledOn) return
    const { startsOn, note } = before
    await write(transaction, actor, locked, 'cancelAppointment', {
      ...{ startsOn, note },
      cancelledOn: new Date().toISOString(),
    })
  })
