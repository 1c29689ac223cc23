import { findCoveringConsent } from '#casework/clients/consent-policy.ts'
import { listConsents } from '#casework/clients/server/clients-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { maySeePerson, maySeeReferral, mayWriteMessage, partiesOf } from '../referral-policy.ts'
import { sharingOf } from './check-sharing.ts'
import { lockCase } from './lock-case.ts'
import { publishReferral } from './notify-step.ts'
import { findRecipient, findReferralContact, findReferralRow, findRequestOf, lockReferral } from './referral-queries.ts'

/** The person of a referral that shows the details to this reader. @throws 404 */
export async function readableContact(database: Database, actor: Actor, id: string) {
  const row = await findReferralRow(database, id)
  const who = row ? partiesOf(actor, row) : []
  if (!row || !maySeePerson(who, row)) throw problem('not-found')
  return { contactId: await findReferralContact(database, id), isSender: who.includes('sender') }
}

/** Notifies both sides' screens that something on a referral changed. */
export async function publishChange(database: Database, id: string) {
  const row = await findReferralRow(database, id)
  if (row) await publishReferral(database, row)
}

/** Whether this reader may write on a referral. @throws 404; 403 */
export async function requireWritable(database: Database, actor: Actor, id: string) {
  const row = await findReferralRow(database, id)
  const who = row ? partiesOf(actor, row) : []
  if (!row || !maySeeReferral(who, row)) throw problem('not-found')
  if (!mayWriteMessage(who, row)) throw problem('forbidden')
}

/**
 * Locks a referral that shows the details to this reader.
 * @returns how to notify both sides' screens
 * @throws 404
 */
export async function lockReadable(transaction: Database, actor: Actor, id: string) {
  const referral = await lockReferral(transaction, id)
  if (!referral || !maySeePerson(partiesOf(actor, referral), referral)) throw problem('not-found')
  return { publish: () => publishReferral(transaction, referral) }
}

/**
 * Whether the recipient of a referral may be told more of the person only because of this consent: it covers this
 * recipient and need today, or did until it was withdrawn, and no other does.
 */
export async function isCoveredOnlyBy(database: Database, id: string, consentId: string) {
  const [row, request] = await Promise.all([findReferralRow(database, id), findRequestOf(database, id)])
  if (!row || !request || row.senderOrganizationId === row.recipientOrganizationId) return false
  const [recipient, consents] = await Promise.all([
    findRecipient(database, row.recipientOrganizationId),
    listConsents(database, request.contactId),
  ])
  const consent = consents.find((each) => each.id === consentId)
  if (!recipient || !consent) return false
  const sharing = sharingOf(recipient, request.need)
  const covers = (given: typeof consents) => findCoveringConsent(given, sharing) !== undefined
  return covers([{ ...consent, withdrawnOn: null }]) && !covers(consents.filter((each) => each.id !== consentId))
}

/**
 * Locks a referral to share more with its recipient, and the person's consents: a withdrawal happens before, or waits.
 * @returns the person, how to notify both sides' screens, and whether a consent names this recipient and this need today; inside an organization none is needed
 * @throws 404; 403 for others than the sender; 409 illegal-transition if the recipient does not see the details
 */
export async function lockToShare(transaction: Database, actor: Actor, id: string) {
  const { referral } = await lockCase(transaction, id, { consents: true })
  const who = referral ? partiesOf(actor, referral) : []
  if (!referral || !maySeeReferral(who, referral)) throw problem('not-found')
  if (!who.includes('sender')) throw problem('forbidden')
  if (!mayWriteMessage(who, referral)) throw problem('illegal-transition')
  const { contactId, need } = referral.request
  const publish = () => publishReferral(transaction, referral)
  if (referral.senderOrganizationId === referral.recipientOrganizationId) return { contactId, isCovered: true, publish }
  const recipient = await findRecipient(transaction, referral.recipientOrganizationId)
  const consents = await listConsents(transaction, contactId)
  const isCovered = Boolean(recipient && findCoveringConsent(consents, sharingOf(recipient, need)))
  return { contactId, isCovered, publish }
}
