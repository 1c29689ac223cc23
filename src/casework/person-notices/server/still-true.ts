import { sql } from 'kysely'
import { findAppointment } from '#casework/appointments/server/appointments-public.ts'
import type { ReferralStatus } from '#casework/referrals/referral-machine.ts'
import {
  findNotifiedStep,
  listPeopleOf,
  type NotifiedStep,
  readReferral,
} from '#casework/referrals/server/referrals-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { NoticeKind } from '../person-notice.ts'

/** After a longer outage, earlier steps cause no notifications. */
export const LATEST_MS = 7 * 86_400_000

export const kindOf: Record<NotifiedStep['action'], NoticeKind> = {
  send: 'sent',
  accept: 'accepted',
  appointment: 'appointment',
  cancelAppointment: 'appointment',
  closeResolved: 'closed',
  closeUnresolved: 'closed',
}
/** In which states a notice of this kind is still true. */
const trueIn: Record<NoticeKind, readonly ReferralStatus[]> = {
  sent: ['Sent', 'In Review'],
  accepted: ['Accepted', 'In Progress', 'On Hold'],
  appointment: ['Accepted', 'In Progress', 'On Hold'],
  closed: ['Closed: Resolved', 'Closed: Unresolved'],
}

/** Whether a step of an appointment is its last one. No notification is sent for an appointment that is over. */
async function isAppointmentNews(database: Database, referralId: string, stepId: string) {
  const appointment = await findAppointment(database, referralId)
  return appointment?.eventId === stepId && Date.parse(appointment.startsOn) >= Date.now()
}

/** Whether a step is news for this person: that an appointment was canceled is, if they knew of it. */
export async function isNewsFor(
  database: Database,
  { referralId, action }: Pick<NotifiedStep, 'referralId' | 'action'>,
  contactId: string,
) {
  if (action !== 'cancelAppointment') return true
  const notified = await database
    .selectFrom('personNotice')
    .select('id')
    .where('referralId', '=', referralId)
    .where('contactId', '=', contactId)
    .where('kind', '=', 'appointment')
    .where('state', '=', 'told')
    .executeTakeFirst()
  return notified !== undefined
}

/** Whether a referral is still as a step says, so that its people can be notified of it. */
export async function isStillTrue(
  database: Database,
  stepId: string,
  { referralId, action, createdOn, isLast }: NotifiedStep,
  status: ReferralStatus,
) {
  const kind = kindOf[action]
  if (!isLast || !trueIn[kind].includes(status) || Date.parse(createdOn) < Date.now() - LATEST_MS) return false
  return kind !== 'appointment' || isAppointmentNews(database, referralId, stepId)
}

interface WaitingNotice {
  id: string
  referralId: string
  kind: NoticeKind
}

/** What waits for safe hours for a person, of any referral, and is still true for them. */
export async function listWaiting(database: Database, contactId: string): Promise<WaitingNotice[]> {
  const waiting = await database
    .selectFrom('personNotice')
    .select(['id', 'referralId', 'eventId', 'kind'])
    .where('contactId', '=', contactId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute()
  const found: WaitingNotice[] = []
  for (const { id, referralId, eventId, kind } of waiting) {
    const [step, row] = [await findNotifiedStep(database, eventId), await readReferral(database, referralId)]
    const person = (await listPeopleOf(database, referralId)).find((one) => one.contactId === contactId)
    if (!step || !row || !person || person.hasEnded || !(await isNewsFor(database, step, contactId))) continue
    if (await isStillTrue(database, eventId, step, row.status)) found.push({ id, referralId, kind })
  }
  return found
}

/** Serializes notifications of one person, so that two jobs do not send the same one. */
export const lockNews = (transaction: Database, contactId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('person-news:' || ${contactId}::text, 0))`.execute(transaction)
