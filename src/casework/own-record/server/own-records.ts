import { listAppointments } from '#casework/appointments/server/appointments-public.ts'
import { listConsentsShown, recordAccess } from '#casework/clients/server/clients-public.ts'
import { mayAnswer } from '#casework/help-answers/help-answer.ts'
import { listHelpOf } from '#casework/help-answers/server/help-answers-public.ts'
import { openStatuses } from '#casework/referrals/referral-machine.ts'
import { listOwnReferrals } from '#casework/referrals/server/referrals-public.ts'
import { findSafeContact } from '#casework/safe-contact/server/safe-contact-public.ts'
import { findContactRow, listPhones } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { currentImpersonator } from '#platform/server/acting-for.ts'
import type { Database } from '#platform/server/database.ts'
import type { OwnRecord, OwnReferral } from '../own-record.ts'
import { listCorrections } from './corrections.ts'
import { type Kept, listKept } from './kept-records.ts'
import { whereToGo } from './where-to-go.ts'

/** The maximum number of open referrals for which contact details are loaded. */
const MOST_WHERE = 20

/** A person's referrals, newest first, with where to go for those that are open. */
async function readReferrals(database: Database, contactId: string, timeZone: string): Promise<OwnReferral[]> {
  const referrals = await listOwnReferrals(database, contactId)
  const open = referrals.filter(({ status }) => openStatuses.includes(status)).slice(0, MOST_WHERE)
  const where = new Map(
    await Promise.all(open.map(async (one) => [one.id, await whereToGo(database, one, timeZone)] as const)),
  )
  const answers = await listHelpOf(database, contactId)
  const appointments = await listAppointments(
    database,
    open.map(({ id }) => id),
  )
  return referrals.map(({ organizationId, serviceId, closedOn, outcome, ...one }) => {
    const before = answers.find(({ referralId }) => referralId === one.id) ?? null
    const appointment = appointments.find(({ referralId }) => referralId === one.id) ?? null
    const help = {
      ...{ answer: before?.answer ?? null, comment: before?.comment ?? null },
      mayAnswer: mayAnswer({ status: one.status, closedOn }, before),
    }
    return { ...one, where: where.get(one.id) ?? null, appointment, help }
  })
}

/** What an organization has on record about a person, for the person; null once it was erased. */
export async function readRecord(
  database: Database,
  timeZone: string,
  { contactId, organizationName }: Omit<Kept, 'organizationId'>,
): Promise<OwnRecord | null> {
  const person = await findContactRow(database, contactId)
  if (!person) return null
  return {
    contactId,
    organizationName,
    person,
    phones: await listPhones(database, contactId),
    safeContact: await findSafeContact(database, contactId),
    consents: await listConsentsShown(database, contactId),
    referrals: await readReferrals(database, contactId, timeZone),
    corrections: await listCorrections(database, contactId),
  }
}

/**
 * What organizations have on record about the signed-in person. Seeing one's own is not recorded, except during an
 * impersonation.
 */
export async function listOwnRecords(database: Database, timeZone: string, actor: Actor) {
  const kept = await listKept(database, actor.accountId)
  if (currentImpersonator())
    await recordAccess(
      database,
      actor,
      kept.map(({ contactId }) => contactId),
      { way: 'record' },
    )
  const records = await Promise.all(kept.map((one) => readRecord(database, timeZone, one)))
  return records.filter((record) => record !== null)
}
