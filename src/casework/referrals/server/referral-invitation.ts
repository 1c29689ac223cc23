import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { shortName } from '#casework/clients/contact-record.ts'
import type { Languages } from '#casework/referral-notices/server/referral-notices-public.ts'
import { listSpokenLanguages, serviceNames } from '#directory/services/server/directory-public.ts'
import { organizationNames, organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { Language } from '#platform/server/texts.ts'
import { linkTable, mayClaimBy, registrationPageOf } from '../link-machine.ts'
import type { ClaimStatus, ReferralRequest, ReferralRow, SharedPerson } from '../referral.ts'
import type { ReferralInvitation } from '../referral-call.ts'
import type { ReferralStatus } from '../referral-machine.ts'
import { publishReferral } from './notify-step.ts'
import { findLink, hashOfLink } from './referral-link.ts'
import { findReferralRow } from './referral-queries.ts'

const validDays = 30
export const invitationExpiry = (now: Date) => new Date(now.getTime() + validDays * 24 * 60 * 60 * 1000)

/**
 * Creates the one-time code by which an organization without an account claims a referral; earlier codes of the
 * referral are replaced, except one whose claim waits for its review. The claim link contains the code where the specification has the referralId.
 */
export async function createInvitation(database: Database, referralId: string, email: string) {
  const code = randomBytes(32).toString('base64url')
  const before = await database
    .updateTable('referralInvitation')
    .set({ replacedOn: new Date().toISOString() })
    .where('referralId', '=', referralId)
    .where('usedOn', 'is', null)
    .where('replacedOn', 'is', null)
    .where((eb) => eb.or([eb('claimedBy', 'is', null), eb('claimStatus', '=', 'refused')]))
    .returning(['email', 'language'])
    .execute()
  await database
    .insertInto('referralInvitation')
    .values({
      codeHash: hashOfLink(code),
      referralId,
      email,
      expiresOn: invitationExpiry(new Date()).toISOString(),
      language: before.find((one) => one.email === email && one.language)?.language ?? null,
    })
    .execute()
  return code
}

/** Locks the links of a referral, so that none is claimed meanwhile; before the referral, as every act does. */
export const lockInvitations = (database: Database, referralId: string) =>
  database
    .selectFrom('referralInvitation')
    .select('codeHash')
    .where('referralId', '=', referralId)
    .orderBy('codeHash')
    .forUpdate()
    .execute()

/** Of two claims of one link, the second waits for the first. */
const lockLink = (database: Database, code: string) =>
  database
    .selectFrom('referralInvitation')
    .select('codeHash')
    .where('codeHash', '=', hashOfLink(code))
    .forUpdate()
    .execute()

/** Mails to the holder of a link are in the language of the page on which they asked for a code. */
export const recordLinkLanguage = (database: Database, codeHash: string, language: Language) =>
  database.updateTable('referralInvitation').set({ language }).where('codeHash', '=', codeHash).execute()

/**
 * The languages of a mail to somebody without an account: docs/decisions/0396-languages-of-invitations.md.
 * @param email as the invitation has it
 */
export async function languagesOfInvited(
  database: Database,
  email: string,
  { recipientOrganizationId: organizationId, serviceId }: Pick<ReferralRow, 'recipientOrganizationId' | 'serviceId'>,
): Promise<Languages> {
  const chosen = await database
    .selectFrom('referralInvitation')
    .select('language')
    .where('email', '=', email)
    .where('language', 'is not', null)
    .orderBy('createdOn', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (chosen?.language) return [chosen.language]
  const spoken = await listSpokenLanguages(database, { organizationId, serviceId })
  return spoken.length > 0 && !spoken.includes('es') ? ['en'] : ['en', 'es']
}

/** Referrals with their sender and the address that they were sent to, as a table that a statement joins. */
export const referralSenders = sql<Pick<ReferralRow, 'id' | 'contactEmail'> & { senderName: string }>`(
  select referral.id, referral.contact_email, sender.name as sender_name
  from referral join ${organizationNames.as('sender')} on sender.id = referral.sender_organization_id)`

interface Found extends ReferralInvitation {
  referralId: string
}

interface FoundRow {
  senderName: string
  id: string
  name: string
  description: string | null
  website: string | null
  firstName: string | null
  lastName: string | null
  email: string
  status: ReferralStatus
  serviceName: string | null
  urgency: ReferralRequest['urgency']
  neededBy: string | null
  sentOn: string | null
  snapshot: SharedPerson | null
}

const asInvitation = (row: FoundRow, claimStatus: ClaimStatus | null, hasReferral: boolean): ReferralInvitation => ({
  referringOrganization: { name: row.senderName },
  referredToOrganization: { id: row.id, name: row.name, description: row.description, website: row.website },
  // The names are those of whoever was invited last; the address is that of this link.
  directReferralContact: {
    firstName: (hasReferral && row.firstName) || '',
    lastName: (hasReferral && row.lastName) || '',
    email: row.email,
  },
  referral: hasReferral
    ? {
        status: row.status,
        serviceName: row.serviceName,
        urgency: row.urgency,
        neededBy: row.neededBy,
        sentOn: row.sentOn,
        personName: row.snapshot ? shortName(row.snapshot) : '',
      }
    : null,
  claim: claimStatus ? { status: claimStatus } : null,
})

const foundPages = ['claim', 'review', 'refusal'] as const

/** The referral of a code by which its organization can be claimed, or the claim followed; otherwise undefined. */
export async function findInvitation(database: Database, code: string): Promise<Found | undefined> {
  const link = await findLink(database, code)
  const shown = link && registrationPageOf(link.facts, link.referral, link.state)
  if (!link || !foundPages.some((page) => page === shown)) return undefined
  const { rows } = await sql<FoundRow>`
    select sender.name as sender_name, recipient.id, recipient.name, recipient.description, recipient.website,
      referral.contact_first_name as first_name, referral.contact_last_name as last_name, invitation.email,
      referral.status, referral.sent_on, referral.snapshot, request.urgency, request.needed_by,
      service.name as service_name
    from referral_invitation invitation
    join referral on referral.id = invitation.referral_id
    join referral_request request on request.id = referral.request_id
    join ${organizationNames.as('sender')} on sender.id = referral.sender_organization_id
    join ${organizationProfiles.as('recipient')} on recipient.id = referral.recipient_organization_id
    left join ${serviceNames.as('service')} on service.id = referral.service_id
    where code_hash = ${link.codeHash}`.execute(database)
  const { claimStatus } = link.facts
  return rows[0] && { referralId: link.referralId, ...asInvitation(rows[0], claimStatus, shown === 'claim') }
}

/** The sender is shown when a link was first opened, by whichever of its two pages. */
export async function recordOpened(database: Database, code: string) {
  const link = await findLink(database, code)
  if (!link || !linkTable[link.state].isRecorded) return
  const { numUpdatedRows } = await database
    .updateTable('referralInvitation')
    .set({ openedOn: new Date().toISOString() })
    .where('codeHash', '=', link.codeHash)
    .where('openedOn', 'is', null)
    .executeTakeFirst()
  const referral = numUpdatedRows > 0n && (await findReferralRow(database, link.referralId))
  if (referral) await publishReferral(database, referral)
}

/**
 * The referral of a claim link; the first opening is recorded.
 * @throws problem gone with the reason (a `LinkEnd`), not-found for an unknown code
 */
export async function getInvitation(database: Database, code: string): Promise<Found> {
  const found = await findInvitation(database, code)
  if (found) {
    await recordOpened(database, code)
    return found
  }
  const link = await findLink(database, code)
  if (!link) throw problem('not-found')
  throw problem('gone', { extra: { reason: registrationPageOf(link.facts, link.referral, link.state) } })
}

/** Claims a code for a new account, in the registration's transaction. @returns whether it could be claimed */
export async function claimInvitation(database: Database, code: string, accountId: string) {
  await lockLink(database, code)
  const link = await findLink(database, code)
  if (!link || !mayClaimBy(link.facts, link.referral, link.state)) return false
  await database
    .updateTable('referralInvitation')
    .set({ claimedBy: accountId, claimStatus: 'pending', claimedOn: new Date().toISOString() })
    .where('codeHash', '=', link.codeHash)
    .execute()
  return true
}

/** Updates an account's claim link after the review. An approved claim consumes the link. */
export const settleClaim = (database: Database, accountId: string, status: ClaimStatus | 'approved') =>
  database
    .updateTable('referralInvitation')
    .set(status === 'approved' ? { usedOn: new Date().toISOString() } : { claimStatus: status })
    .where('claimedBy', '=', accountId)
    .where('usedOn', 'is', null)
    .where('replacedOn', 'is', null)
    .execute()
