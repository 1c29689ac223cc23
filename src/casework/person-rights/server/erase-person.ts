import { sql } from 'kysely'
import { eraseAppointments } from '#casework/appointments/server/appointments-public.ts'
import { eraseContact, lockConsents, publishContact } from '#casework/clients/server/clients-public.ts'
import { eraseConsentRequests } from '#casework/consent-requests/server/consent-requests-public.ts'
import { eraseMerges } from '#casework/duplicate-people/server/duplicate-people-public.ts'
import { eraseHelp } from '#casework/help-answers/server/help-answers-public.ts'
import { leaveHousehold } from '#casework/households/server/households-public.ts'
import { eraseIntakeLinks } from '#casework/intake-links/server/intake-links-public.ts'
import { eraseIntakes } from '#casework/intakes/server/intakes-public.ts'
import { eraseCorrections } from '#casework/own-record/server/own-record-public.ts'
import { eraseFacts } from '#casework/person-facts/server/person-facts-public.ts'
import { erasePersonNotices } from '#casework/person-notices/server/person-notices-public.ts'
import { eraseRecordLinks, lockRecordLinks } from '#casework/record-links/server/record-links-public.ts'
import { eraseReferralFiles } from '#casework/referral-files/server/referral-files-public.ts'
import {
  erasePersonReferrals,
  listOpenReferrals,
  lockPersonReferrals,
} from '#casework/referrals/server/referrals-public.ts'
import { eraseSafeContact } from '#casework/safe-contact/server/safe-contact-public.ts'
import { eraseLists } from '#casework/service-lists/server/service-lists-public.ts'
import { eraseSharedIntakes } from '#casework/shared-intakes/server/shared-intakes-public.ts'
import { listFormer, lockContact } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, type InTransaction, runAct } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import type { ErasureRow } from '../erasure.ts'
import { mayErase } from '../person-rights-policy.ts'
import { getRequestedRecord } from './my-records.ts'
import { personRightsProblem } from './person-rights-problem.ts'

const spoken = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()

interface Erasing {
  contactId: string
  /** null: the portal's schedule, or a replay */
  actorId: string | null
  cause: ErasureRow['cause']
  /** the name as entered; must match the person's */
  typed?: string
  /** for a replay, whose record may already be blank */
  organizationId?: string
  /** for the schedule: asked again once the person is locked */
  isStillDue?: (transaction: Database) => Promise<boolean>
}

/**
 * Erases a person in the caller's transaction. Lock order: links to the record, consents,
 * referrals, person, the rest. A referral that is being sent
 * locks the person (`sendReferral`), so it is either seen here, or finds nobody to send.
 * @returns whether there was something to erase
 * @throws 409 referrals-open with the list; 400 at `name`
 */
async function erase(transaction: InTransaction, erasing: Erasing) {
  const { contactId, actorId, cause, typed, organizationId, isStillDue } = erasing
  await lockRecordLinks(transaction, [contactId])
  await lockConsents(transaction, [contactId], 'update')
  await lockPersonReferrals(transaction, [contactId])
  const person = await lockContact(transaction, contactId, 'update')
  const owner = person?.organizationId ?? organizationId
  if (!person?.organizationId && cause !== 'replay') return false
  if (!person || !owner) return false
  if (isStillDue && !(await isStillDue(transaction))) return false
  if (cause !== 'replay') {
    const referrals = await listOpenReferrals(transaction, contactId)
    if (referrals.length > 0) throw personRightsProblem('referrals-open', { extra: { referrals } })
    if (typed !== undefined && spoken(typed) !== spoken(`${person.firstName} ${person.lastName}`))
      throw fieldProblem('name', 'other-name')
  }
  await transaction
    .insertInto('erasure')
    .values({ contactId, organizationId: owner, erasedBy: actorId, cause })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const former = await listFormer(transaction, contactId)
  await erasePersonReferrals(transaction, contactId)
  await eraseReferralFiles(transaction, contactId)
  await eraseLists(transaction, person)
  await eraseFacts(transaction, contactId)
  await leaveHousehold(transaction, contactId)
  await eraseSharedIntakes(transaction, contactId)
  await eraseIntakeLinks(transaction, contactId)
  await eraseIntakes(transaction, contactId)
  await eraseSafeContact(transaction, contactId)
  await eraseCorrections(transaction, contactId)
  await erasePersonNotices(transaction, contactId)
  await eraseHelp(transaction, contactId)
  await eraseConsentRequests(transaction, contactId)
  await eraseAppointments(transaction, contactId)
  await eraseRecordLinks(transaction, contactId)
  await eraseContact(transaction, person)
  await eraseMerges(transaction, [contactId, ...former.map(({ id }) => id)])
  for (const record of former)
    await eraseFormer(transaction, record, { organizationId: owner, erasedBy: actorId, cause })
  await transaction.deleteFrom('erasureProposal').where('contactId', '=', contactId).execute()
  await recordAudit(transaction, {
    actorId,
    action: 'contact.erase',
    subjectType: 'contact',
    subjectId: contactId,
    detail: { cause },
  })
  await publishContact(transaction, contactId, owner)
  return true
}

/** Erases a record that was merged into the person's. */
async function eraseFormer(
  transaction: InTransaction,
  record: { id: string; email: string | null },
  erasure: Pick<ErasureRow, 'organizationId' | 'erasedBy' | 'cause'>,
) {
  await transaction
    .insertInto('erasure')
    .values({ contactId: record.id, ...erasure })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await eraseLists(transaction, record)
  await eraseFacts(transaction, record.id)
  await eraseSafeContact(transaction, record.id)
  // Where both records had a row for the same referral, one of the two stayed with this record.
  await erasePersonNotices(transaction, record.id)
  await eraseHelp(transaction, record.id)
  await eraseContact(transaction, record)
}

/** Erases a person of the admin's organization. Safe to repeat. @throws 404, 409 referrals-open, 400 at `name` */
export const erasePerson = (database: Database, actor: Actor, contactId: string, typed: string) =>
  runAct(database, async (transaction) => {
    await getRequestedRecord(transaction, actor, contactId, mayErase)
    return erase(transaction, { contactId, actorId: actor.accountId, cause: 'request', typed })
  })

/**
 * Erases a person whose retention time is over, unless they have an open referral.
 * @param isStillDue whether they were neither kept nor became active meanwhile; read with the person locked
 */
export const eraseForRetention = (
  database: Database,
  contactId: string,
  isStillDue: (transaction: Database) => Promise<boolean>,
) =>
  runAct(database, async (transaction) => {
    const isOpen = (await listOpenReferrals(transaction, contactId)).length > 0
    return !isOpen && erase(transaction, { contactId, actorId: null, cause: 'retention', isStillDue })
  })

/** Repeats erasures that a restored backup does not contain. */
export const replayErasure = (database: Database, erasure: Pick<ErasureRow, 'contactId' | 'organizationId'>) =>
  runAct(database, (transaction) => erase(transaction, { ...erasure, actorId: null, cause: 'replay' }))

/** All erasures, oldest first: identifiers only. */
export const listErasures = async (database: Database) =>
  (await sql<ErasureRow>`select * from erasure order by erased_on, contact_id`.execute(database)).rows
