import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { shortName } from '#casework/clients/contact-record.ts'
import type { Languages } from '#casework/referral-notices/server/referral-notices-public.ts'
import { listSpokenLanguages, serviceNames } from '#directory/services/server/directory-public.ts'
import { organizationNames, organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { Language } from '#platform/server/texts.ts'
import type { ClaimStatus, ReferralRequest, ReferralRow, SharedPerson } from '../referral.ts'
import type { ReferralInvitation } from '../referral-call.ts'
import { beingWorkedOn, type ReferralStatus } from '../referral-machine.ts'
import { endedBeforeConfirmation } from '../referral-policy.ts'
import { wasTakenFirst } from './first-acceptance.ts'
import { needsConfirmation, recipientHasPeople } from './held-queries.ts'
import { publishReferral } from './notify-step.ts'
import { findReferralRow } from './referral-queries.ts'

const validDays = 30
export const invitationExpiry = (now: Date) => new Date(now.getTime() + validDays * 24 * 60 * 60 * 1000)
const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

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
      codeHash: hashOf(code),
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
  referralId: string
  senderName: string
  id: string
  name: string
  description: string | null
  website: string | null
  firstName: string | null
  lastName: string | null
  email: string
  claimStatus: ClaimStatus | null
  claimedBy: string | null
  status: ReferralStatus
  serviceName: string | null
  urgency: ReferralRequest['urgency']
  neededBy: string | null
  sentOn: string | null
  snapshot: SharedPerson | null
}

const asInvitation = (row: FoundRow): Found => ({
  referralId: row.referralId,
  referringOrganization: { name: row.senderName },
  referredToOrganization: { id: row.id, name: row.name, description: row.description, website: row.website },
  directReferralContact: { firstName: row.firstName ?? '', lastName: row.lastName ?? '', email: row.email },
  referral:
    row.claimStatus === 'refused'
      ? null
      : {
          status: row.status,
          serviceName: row.serviceName,
          urgency: row.urgency,
          neededBy: row.neededBy,
          sentOn: row.sentOn,
          personName: row.snapshot ? shortName(row.snapshot) : '',
        },
  claim: row.claimedBy ? { status: row.claimStatus ?? 'pending' } : null,
})

/** Sent, still held and never opened to accounts, over `referral`: whoever holds the link may answer it. */
const isAnswerable = sql<boolean>`(referral.recipient_confirmed_on is null
  and referral.status <> all(${[...endedBeforeConfirmation, 'Forwarded']}::text[]) and not exists (
  select from referral_event opened where opened.referral_id = referral.id and opened.action = 'confirmRecipient'))`

/** The referral of a valid claim code: not expired, not used by an approved account, sent and still held. */
export async function findInvitation(database: Database, code: string): Promise<Found | undefined> {
  const { rows } = await sql<FoundRow>`
    select referral.id as referral_id, sender.name as sender_name, recipient.id, recipient.name, recipient.description, recipient.website,
      referral.contact_first_name as first_name, referral.contact_last_name as last_name, invitation.email,
      invitation.claim_status, invitation.claimed_by, referral.status, referral.sent_on, referral.snapshot,
      request.urgency, request.needed_by, service.name as service_name
    from referral_invitation invitation
    join referral on referral.id = invitation.referral_id
    join referral_request request on request.id = referral.request_id
    join ${organizationNames.as('sender')} on sender.id = referral.sender_organization_id
    join ${organizationProfiles.as('recipient')} on recipient.id = referral.recipient_organization_id
    left join ${serviceNames.as('service')} on service.id = referral.service_id
    where code_hash = ${hashOf(code)} and used_on is null and replaced_on is null
      and expires_on > now() and ${isAnswerable}`.execute(database)
  return rows[0] && asInvitation(rows[0])
}

/** The sender is shown when a link was first opened. */
export async function recordOpened(database: Database, referralId: string, code: string) {
  const { numUpdatedRows } = await database
    .updateTable('referralInvitation')
    .set({ openedOn: new Date().toISOString() })
    .where('codeHash', '=', hashOf(code))
    .where('openedOn', 'is', null)
    .executeTakeFirst()
  const referral = numUpdatedRows > 0n && (await findReferralRow(database, referralId))
  if (referral) await publishReferral(database, referral)
}

/**
 * The referral of a claim code; the first opening is recorded.
 * @throws problem gone with its reason (used, replaced, expired, withdrawn), not-found for an unknown code
 */
export async function getInvitation(database: Database, code: string): Promise<Found> {
  const found = await findInvitation(database, code)
  if (found) {
    await recordOpened(database, found.referralId, code)
    return found
  }
  const { rows } = await sql<{ usedOn: string | null; replacedOn: string | null; isLate: boolean }>`
    select used_on, replaced_on, expires_on <= now() as is_late from referral_invitation where code_hash = ${hashOf(code)}`.execute(
    database,
  )
  if (!rows[0]) throw problem('not-found')
  const { usedOn, replacedOn, isLate } = rows[0]
  const reason = usedOn ? 'used' : replacedOn ? 'replaced' : isLate ? 'expired' : 'withdrawn'
  throw problem('gone', { extra: { reason } })
}

/** Claims a code for a new account, in the registration's transaction. @returns whether it was unclaimed */
export const claimInvitation = async (database: Database, code: string, accountId: string) =>
  (
    await database
      .updateTable('referralInvitation')
      .set({ claimedBy: accountId, claimStatus: 'pending', claimedOn: new Date().toISOString() })
      .where('codeHash', '=', hashOf(code))
      .where('claimedBy', 'is', null)
      .where('usedOn', 'is', null)
      .where('replacedOn', 'is', null)
      .where('expiresOn', '>', new Date().toISOString())
      .executeTakeFirst()
  ).numUpdatedRows === 1n

/** Updates an account's claim link after the review. An approved claim consumes the link. */
export const settleClaim = (database: Database, accountId: string, status: ClaimStatus | 'approved') =>
  database
    .updateTable('referralInvitation')
    .set(status === 'approved' ? { usedOn: new Date().toISOString() } : { claimStatus: status })
    .where('claimedBy', '=', accountId)
    .where('usedOn', 'is', null)
    .where('replacedOn', 'is', null)
    .execute()

/** What a link says of itself before its reader has proved the address. */
export interface LinkStanding {
  codeHash: string
  referralId: string
  senderName: string
  recipientId: string
  recipientName: string
  email: string
  firstName: string | null
  lastName: string | null
  /**
   * Whether it opens the referral. `claimed`: accounts of the organization see it; `unconfirmed`: it has accounts, which
   * the sender still has to confirm; `expired`: nobody answered in time; `taken`: another organization accepted first;
   * `replaced`: a newer message has a link that works.
   */
  state: 'open' | 'claimed' | 'unconfirmed' | 'expired' | 'taken' | 'replaced' | 'ended'
  /** whether the organization can still be claimed with it */
  mayClaim: boolean
}

/** What a link needs to open its referral, whichever of its links it is, over `referral`. */
const opensByLink = sql<boolean>`(${isAnswerable} and referral.details_ended_on is null and referral.snapshot is not null
  and not exists (select from referral_invitation refused
    where refused.referral_id = referral.id and refused.claim_status = 'refused' and refused.replaced_on is null))`

/** Whether a link was not replaced, and still works for its age. */
const isCurrent = (link: RawBuilder<unknown>) => sql<boolean>`(${link}.replaced_on is null
  and (${link}.expires_on > now() or referral.status = any(${[...beingWorkedOn]}::text[])))`

/** Whether a link opens its referral, over `referral` and `invitation`. */
const isLinkOpen = sql<boolean>`(${opensByLink} and ${isCurrent(sql`invitation`)})`

/** Whether a newer link opens the referral instead: whose claim was refused is not led to it. */
const isReplaced = sql<boolean>`(invitation.replaced_on is not null and invitation.claim_status is distinct from 'refused'
  and ${opensByLink} and exists (select from referral_invitation newer
    where newer.referral_id = referral.id and newer.created_on > invitation.created_on and newer.used_on is null
      and ${isCurrent(sql`newer`)}))`

/** Where the link that opens a referral was sent, and to whom; undefined if accounts can open it, or nobody. */
export const findLinkAddress = async (database: Database, referralId: string) =>
  (
    await sql<{ email: string; firstName: string | null }>`
      select invitation.email, referral.contact_first_name as first_name
      from referral_invitation invitation join referral on referral.id = invitation.referral_id
      where referral.id = ${referralId}::uuid and used_on is null and not ${recipientHasPeople} and ${isLinkOpen}
      order by expires_on desc limit 1`.execute(database)
  ).rows[0]

/**
 * The link of a code. It works for 30 days, and longer while the referral is worked on. It ends with a recall, an
 * expiry, the withdrawal of the consent, a refused claim, and the erasure of the person.
 */
export async function findLinkStanding(database: Database, code: string): Promise<LinkStanding | undefined> {
  const { rows } = await sql<LinkStanding>`
    select invitation.code_hash, referral.id as referral_id, sender.name as sender_name, recipient.id as recipient_id,
      recipient.name as recipient_name, invitation.email, referral.contact_first_name as first_name,
      referral.contact_last_name as last_name,
      case when referral.recipient_confirmed_on is not null or used_on is not null then 'claimed'
        when ${recipientHasPeople} and ${needsConfirmation} then 'unconfirmed'
        when ${isReplaced} then 'replaced'
        when ${isLinkOpen} and not ${recipientHasPeople} then 'open'
        when referral.status = 'Expired' or (referral.status in ('Sent', 'In Review') and expires_on <= now()) then 'expired'
        when ${wasTakenFirst} and claim_status is distinct from 'refused' then 'taken'
        else 'ended' end as state,
      expires_on > now() and claimed_by is null as may_claim
    from referral_invitation invitation
    join referral on referral.id = invitation.referral_id
    join ${organizationNames.as('sender')} on sender.id = referral.sender_organization_id
    join ${organizationNames.as('recipient')} on recipient.id = referral.recipient_organization_id
    where code_hash = ${hashOf(code)}`.execute(database)
  return rows[0]
}
