import { recordAccess } from '#casework/clients/server/clients-public.ts'
import {
  insertStep,
  lockWorkedOn,
  mayWork,
  readableContact,
  type Worker,
} from '#casework/referrals/server/referrals-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, type InTransaction, runAct } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type AppointmentCall, type AppointmentRow, mistakeInTime, type ShownAppointment } from '../appointment.ts'
import { findAppointment } from './appointment-queries.ts'

/** The appointment of a referral whose details the worker sees. */
export async function showAppointment(
  database: Database,
  worker: Worker,
  referralId: string,
): Promise<ShownAppointment> {
  const appointment = await findAppointment(database, referralId)
  return {
    ...{ appointment, version: appointment?.version ?? 0 },
    mayChange: await mayWork(database, worker, referralId),
  }
}

/** The appointment of a referral, for whoever sees the details. @throws 404 */
export async function getAppointment(database: Database, actor: Actor, referralId: string): Promise<ShownAppointment> {
  const { contactId } = await readableContact(database, actor, referralId)
  const shown = await showAppointment(database, actor, referralId)
  if (shown.appointment) await recordAccess(database, actor, [contactId], { way: 'referral', referralId })
  return shown
}

type Step = 'appointment' | 'cancelAppointment'

/** Saves an appointment with its step in the history, and notifies the person of the step. */
async function write(
  database: Database,
  { referral, by, publish }: Awaited<ReturnType<typeof lockWorkedOn>>,
  action: Step,
  row: Pick<AppointmentRow, 'startsOn' | 'note' | 'cancelledOn' | 'version'>,
) {
  const { id: referralId, status } = referral
  const eventId = await insertStep(database, { referralId, action, fromStatus: status, toStatus: status, ...by })
  const values = { ...row, eventId, changedOn: new Date().toISOString() }
  await database
    .insertInto('appointment')
    .values({ referralId, ...values })
    .onConflict((conflict) => conflict.column('referralId').doUpdateSet(values))
    .execute()
  await recordAudit(database, {
    ...{ actorId: by.actorId, action: `referral.${action}`, subjectType: 'referral', subjectId: referralId },
    detail: by.linkHolder ? { byLink: true } : {},
  })
  await publish()
}

function requireSeen(before: AppointmentRow | null, version: number) {
  if (version !== (before?.version ?? 0)) throw problem('stale-version')
  return version + 1
}

/**
 * The recipient records when the person is expected, or changes it. Safe to repeat.
 * @throws 404, 403, 409 illegal-transition unless the recipient works on it, 409 stale-version, 400 at `startsOn`
 */
export async function putAppointment(
  transaction: InTransaction,
  worker: Worker,
  referralId: string,
  { note, ...call }: AppointmentCall,
) {
  const locked = await lockWorkedOn(transaction, worker, referralId)
  const before = await findAppointment(transaction, referralId)
  const startsOn = new Date(call.startsOn).toISOString()
  const isSame = before && !before.cancelledOn && Date.parse(before.startsOn) === Date.parse(startsOn)
  if (isSame && before.note === note) return
  const version = requireSeen(before, call.version)
  const mistake = mistakeInTime(startsOn)
  if (mistake) throw fieldProblem('startsOn', mistake)
  await write(transaction, locked, 'appointment', { startsOn, note, cancelledOn: null, version })
}

/** The recipient cancels it. Safe to repeat. @throws 404, 403, 409 illegal-transition, stale-version */
export async function endAppointment(
  transaction: InTransaction,
  worker: Worker,
  referralId: string,
  call: Pick<AppointmentCall, 'version'>,
) {
  const locked = await lockWorkedOn(transaction, worker, referralId)
  const before = await findAppointment(transaction, referralId)
  if (!before || before.cancelledOn) return
  const { startsOn, note } = before
  await write(transaction, locked, 'cancelAppointment', {
    ...{ startsOn, note, version: requireSeen(before, call.version) },
    cancelledOn: new Date().toISOString(),
  })
}

/** {@link putAppointment} of an account, as an act of its own. */
export const saveAppointment = (database: Database, actor: Actor, referralId: string, call: AppointmentCall) =>
  runAct(database, (transaction) => putAppointment(transaction, actor, referralId, call))

/** {@link endAppointment} of an account, as an act of its own. */
export const cancelAppointment = (
  database: Database,
  actor: Actor,
  referralId: string,
  call: Pick<AppointmentCall, 'version'>,
) => runAct(database, (transaction) => endAppointment(transaction, actor, referralId, call))
