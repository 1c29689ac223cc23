import type { Consent } from '#casework/clients/consent.ts'
import { consentGap, findCoveringConsent, type Sharing } from '#casework/clients/consent-policy.ts'
import { shortName } from '#casework/clients/contact-record.ts'
import { listConsents } from '#casework/clients/server/clients-public.ts'
import type { findVerdict } from '#casework/person-facts/server/person-facts-public.ts'
import type { Need } from '#directory/needs/need.ts'
import type { findIntake } from '#directory/services/server/directory-public.ts'
import { takesNobody } from '#directory/services/service-intake.ts'
import type { ContactRow } from '#identity/people/contact.ts'
import { findContactRow, listPhones } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, Problem, problem } from '#platform/server/problem.ts'
import { type OverrideReason, overrideGap } from '../consent-override.ts'
import { reachOf } from '../destination.ts'
import type { SharedPerson } from '../referral.ts'
import { referralProblem } from './referral-problem.ts'
import type { findRecipient, WholeReferral } from './referral-queries.ts'

const takesNone = () => fieldProblem('recipientOrganizationId', 'organization-takes-no-referrals')

/**
 * Checks that this organization may receive this referral.
 * @returns whether it still has to register (then its claim link goes to the direct contact)
 */
export function checkRecipient(
  recipient: Awaited<ReturnType<typeof findRecipient>>,
  referral: Pick<WholeReferral, 'senderOrganizationId' | 'contactEmail'>,
) {
  if (!recipient) throw fieldProblem('recipientOrganizationId', 'unknown-organization')
  if (recipient.id === referral.senderOrganizationId) return { recipient, isInvited: false }
  if (reachOf(recipient) === 'none') throw takesNone()
  if (!recipient.hasAccount && !referral.contactEmail) throw fieldProblem('directReferralContact', 'contact-required')
  return { recipient, isInvited: !recipient.hasAccount }
}

/**
 * Checks that the service takes new people, or that the sender says why they send anyway.
 * @returns the reason, if it was needed: one that was written about another service is not passed on
 * @throws problem takes-nobody, with the intake status
 */
export function checkIntake(intake: Awaited<ReturnType<typeof findIntake>>, reason: string | null | undefined) {
  if (!takesNobody(intake)) return null
  if (!reason)
    throw referralProblem('takes-nobody', {
      errors: [{ path: 'intakeReason', message: 'intake-reason-required' }],
      extra: { intake },
    })
  return reason
}

/**
 * Checks that the service fits the person as far as their organization knows, or that the sender says why they send
 * anyway. Whoever forwards does not know what is on record.
 * @returns the reason, if it was needed
 * @throws problem does-not-fit
 */
export function checkFit(verdict: Awaited<ReturnType<typeof findVerdict>>, reason: string | null | undefined) {
  if (verdict !== 'does-not-fit') return null
  if (!reason)
    throw referralProblem('does-not-fit', { errors: [{ path: 'intakeReason', message: 'fit-reason-required' }] })
  return reason
}

export interface Override {
  reason: OverrideReason
  text: string | null
}

/**
 * Why the sender shares without a recorded consent, if they say so.
 * @throws 400 if the reason is 'other' and the text does not explain it
 */
export function readOverride(call: {
  consentOverrideReason?: OverrideReason | null | undefined
  consentOverrideText?: string | null | undefined
}): Override | null {
  const { consentOverrideReason: reason, consentOverrideText: text } = call
  if (!reason) return null
  const gap = overrideGap(reason, text)
  if (gap) throw fieldProblem('consentOverrideText', gap)
  return { reason, text: text || null }
}

export interface Checking {
  recipient: { id: string; name: string; hasAccount: boolean; day: string }
  override: Override | null
  /** a recipient who forwards only learns that no consent covers it */
  isBySender: boolean
}

/**
 * The consents of a person of a referral, which nobody withdraws until the transaction ends: a withdrawal happens either
 * before (and is seen) or after. Inside an organization none is needed.
 */
export const lockConsentsToShare = async (
  database: Database,
  referral: Pick<WholeReferral, 'senderOrganizationId' | 'recipientOrganizationId'>,
  contactId: string,
) =>
  referral.senderOrganizationId === referral.recipientOrganizationId
    ? null
    : listConsents(database, contactId, { isLocked: true })

/** Under what a person of a referral is shared. */
export interface SharedUnder {
  consentId: string | null
  consentOverrideReason: OverrideReason | null
  consentOverrideText: string | null
}
export const noConsent: SharedUnder = { consentId: null, consentOverrideReason: null, consentOverrideText: null }

/** Finds the consent under which the details of a person of a referral may be shared. */
export async function checkConsent(
  database: Database,
  referral: { request: Pick<WholeReferral['request'], 'contactId' | 'need'> },
  { contactId, consents }: { contactId: string; consents: Consent[] | null },
  { recipient, override, isBySender }: Checking,
): Promise<SharedUnder> {
  const { need } = referral.request
  const without = noConsent
  if (!consents) return without
  const sharing = sharingOf(recipient, need)
  const consent = findCoveringConsent(consents, sharing)
  if (consent) return { ...without, consentId: consent.id }
  if (override) return { ...without, consentOverrideReason: override.reason, consentOverrideText: override.text }
  if (!isBySender) throw referralProblem('consent-missing')
  const gap = consentGap(consents, sharing)
  const person = await findContactRow(database, contactId)
  const missing = { contactId, personName: person ? shortName(person) : '' }
  throw referralProblem('consent-missing', {
    errors: gap === 'not-in-network' ? [{ path: 'recipientOrganizationId', message: gap }] : [],
    extra: {
      ...{ gap, need, organizationName: recipient.name, people: [missing] },
      ...(contactId === referral.request.contactId ? {} : missing),
    },
  })
}

interface MissingFor {
  contactId: string
  personName: string
}

/**
 * Goes on when a consent is missing, until it is known for whom of a referral, and for which of several recipients: a
 * reason to share without one is stated for all of them, so its sender must know them all.
 */
export function collectGaps() {
  const gaps: Problem[] = []
  return {
    /** @param instead the result if a consent is missing; nothing is done with it */
    tryOne: async <Result>(act: () => Promise<Result>, instead: Result): Promise<Result> => {
      try {
        return await act()
      } catch (error) {
        if (!(error instanceof Problem && error.code === 'consent-missing')) throw error
        gaps.push(error)
        return instead
      }
    },
    /** @throws problem consent-missing, of the first with the `organizationNames` and `people` of all */
    throwFirst: () => {
      const [first] = gaps
      if (!first) return
      // A recipient who forwards does not learn for whom.
      if (!first.extra.people) throw first
      const organizationNames = [...new Set(gaps.map(({ extra }) => extra.organizationName))]
      const all = gaps.flatMap(({ extra }) => extra.people as MissingFor[])
      const people = [...new Map(all.map((each) => [each.contactId, each])).values()]
      throw new Problem(first.code, first, {
        errors: first.errors,
        extra: { ...first.extra, organizationNames, people },
      })
    },
  }
}

/** What a consent must cover today. */
export const sharingOf = (recipient: { id: string; hasAccount: boolean; day: string }, need: Need): Sharing => ({
  need,
  recipientOrganizationId: recipient.id,
  isInNetwork: recipient.hasAccount,
  day: recipient.day,
  // As a consent is checked when it is recorded.
  givenBy: [recipient.day, new Date().toISOString().slice(0, 10)].sort()[1] as string,
})

/**
 * The part of a person's record that is shared: enough to recognize and reach them, but never the organization's
 * internal note.
 */
export function snapshotOf(person: ContactRow, phones: readonly { phoneNumber: string }[]): SharedPerson {
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

/** As it would be shared now. @throws 404 */
export async function takeSnapshot(database: Database, contactId: string): Promise<SharedPerson> {
  const [person, phones] = await Promise.all([findContactRow(database, contactId), listPhones(database, contactId)])
  if (!person) throw problem('not-found')
  return snapshotOf(person, phones)
}
