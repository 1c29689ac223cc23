import { sql } from 'kysely'
import { consentGap, findCoveringConsent } from '#features/contacts/consent-policy.ts'
import { findContactRow, listConsents, listPhones } from '#features/contacts/server/contacts-public.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { SharedPerson } from '../referral.ts'
import { findRecipient, type WholeReferral } from './referral-queries.ts'

const takesNone = () => fieldProblem('recipientOrganizationId', 'organization-takes-no-referrals')

/**
 * May this organization be sent this referral?
 * @returns whether it still has to register (then its claim link goes to the direct contact)
 */
export async function checkRecipient(database: Database, referral: WholeReferral) {
  const recipient = await findRecipient(database, referral.recipientOrganizationId)
  if (!recipient) throw fieldProblem('recipientOrganizationId', 'unknown-organization')
  if (recipient.id === referral.senderOrganizationId) return { recipient, isInvited: false }
  if (recipient.standing === 'refused' || (recipient.hasAccount && !recipient.takesReferrals)) throw takesNone()
  if (!recipient.hasAccount && !referral.contactEmail) throw fieldProblem('directReferralContact', 'contact-required')
  return { recipient, isInvited: !recipient.hasAccount }
}

/**
 * Finds the consent under which a person's details may go out; inside an organization none is needed.
 * The consent is held until the transaction ends, so a withdrawal comes either before (and is seen) or after.
 * @param overrideReason why the sender shares without one; kept on the referral and in the audit
 */
export async function checkConsent(
  database: Database,
  referral: WholeReferral,
  recipientName: string,
  overrideReason: string | null,
) {
  const { need, contactId } = referral.request
  if (referral.senderOrganizationId === referral.recipientOrganizationId)
    return { consentId: null, consentOverrideReason: null }
  await sql`select id from consent where contact_id = ${contactId}::uuid for share`.execute(database)
  const consents = await listConsents(database, contactId)
  const sharing = {
    need,
    recipientOrganizationId: referral.recipientOrganizationId,
    day: new Date().toISOString().slice(0, 10),
  }
  const consent = findCoveringConsent(consents, sharing)
  if (consent) return { consentId: consent.id, consentOverrideReason: null }
  if (overrideReason) return { consentId: null, consentOverrideReason: overrideReason }
  throw problem('consent-missing', {
    extra: { gap: consentGap(consents, sharing), need, organizationName: recipientName },
  })
}

/** What of a person's record goes along: enough to know and reach them, never the note that their organization keeps. */
export async function takeSnapshot(database: Database, contactId: string): Promise<SharedPerson> {
  const person = await findContactRow(database, contactId)
  if (!person) throw problem('not-found')
  const phones = await listPhones(database, contactId)
  const { firstName, lastName, birthDate, email, language, city, postalCode } = person
  return {
    firstName,
    lastName,
    birthDate,
    email,
    language,
    city,
    postalCode,
    phoneNumber: phones[0]?.phoneNumber ?? null,
  }
}
