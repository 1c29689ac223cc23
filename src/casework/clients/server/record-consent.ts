import type { ConsentLanguage } from '#casework/consent-texts/consent-text.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, type InTransaction, runAct } from '#platform/server/database.ts'
import { lockCall } from '#platform/server/lock-call.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { Consent, NewConsent, NewConsentCall } from '../consent.ts'
import { whyNotGivenOn } from '../consent-policy.ts'
import type { WithdrawCall } from '../consent-use.ts'
import { takeProof } from './consent-proof.ts'
import { countOrganizations, listConsents, lockConsents } from './consent-queries.ts'
import type { ConsentUsers } from './consent-users.ts'
import { getContact } from './get-contact.ts'
import { getServedPerson } from './get-served-person.ts'
import { lockServed } from './lock-served.ts'
import { publishContact } from './publish-contact.ts'
import { recordReading } from './record-access.ts'

async function checkConsent(database: Database, actor: Actor, consent: NewConsent, birthDate: string | null) {
  const wrong = whyNotGivenOn(consent, birthDate)
  if (wrong) throw fieldProblem('givenOn', wrong)
  if (consent.expiresOn && consent.expiresOn < consent.givenOn) throw fieldProblem('expiresOn', 'before-given')
  await checkConsentTerms(database, actor, consent)
}

/** Checks with whom a consent shares. @throws 400 at `recipientIds` */
export async function checkConsentTerms(
  database: Database,
  actor: Pick<Actor, 'organizationId'>,
  { scope, recipientIds }: Pick<Consent, 'scope' | 'recipientIds'>,
) {
  if (scope === 'network') return
  if (recipientIds.length === 0) throw fieldProblem('recipientIds', 'organization-required')
  const ids = [...new Set(recipientIds)]
  if ((await countOrganizations(database, ids, actor.organizationId)) !== ids.length)
    throw fieldProblem('recipientIds', 'unknown-organization')
}

/** Whether an earlier call with this ID recorded it. @throws 409 if that was another account's, or about another person */
async function isRecorded(database: Database, actor: Actor, contactId: string, id: string) {
  await lockCall(database, id)
  const made = await database
    .selectFrom('consent')
    .select(['contactId', 'recordedBy'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (made && !(made.contactId === contactId && made.recordedBy === actor.accountId)) throw problem('conflict')
  return made !== undefined
}

/** Records what a person allowed; earlier consents stay on record. Safe to repeat with the same `id`. */
export const recordConsent = (database: Database, actor: Actor, contactId: string, consent: NewConsentCall) =>
  runAct(database, async (transaction) => {
    const person = await getServedPerson(transaction, actor, contactId)
    if (consent.id && (await isRecorded(transaction, actor, contactId, consent.id)))
      return getContact(transaction, actor, contactId)
    await checkConsent(transaction, actor, consent, person.birthDate)
    const proof = await takeProof(transaction, actor, consent)
    // In the order of locks, after the files. Whoever was erased meanwhile is gone.
    if (!(await lockServed(transaction, actor, contactId))) throw problem('not-found')
    const { id } = await transaction
      .insertInto('consent')
      .values({
        ...consent,
        ...proof,
        recipientIds: consent.scope === 'network' ? [] : [...new Set(consent.recipientIds)],
        contactId,
        recordedBy: actor.accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'consent.record',
      subjectType: 'contact',
      subjectId: contactId,
      detail: { consentId: id, scope: consent.scope, ...(proof.textId ? { textId: proof.textId } : {}) },
    })
    await publishContact(transaction, contactId, person.organizationId)
    return getContact(transaction, actor, contactId)
  })

type GivenByLink = Pick<
  Consent,
  'contactId' | 'scope' | 'needs' | 'recipientIds' | 'expiresOn' | 'givenOn' | 'signedName' | 'fileId'
> & { organizationId: string; textId: string; language: ConsentLanguage }

/**
 * Records what a person signed on their own phone, in the caller's transaction, which has checked the request and
 * claimed the signature. @returns the consent's ID
 */
export async function giveConsentByLink(transaction: InTransaction, { organizationId, ...consent }: GivenByLink) {
  const { contactId, scope, textId } = consent
  const { id } = await transaction
    .insertInto('consent')
    .values({ ...consent, howGiven: 'electronic', byLink: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAudit(transaction, {
    ...{ actorId: null, action: 'consent.record', subjectType: 'contact', subjectId: contactId },
    detail: { consentId: id, scope, textId, byLink: true },
  })
  await publishContact(transaction, contactId, organizationId)
  return id
}

interface Withdrawing {
  contactId: string
  consentId: string
  call: WithdrawCall
}

/**
 * Ends a consent from now on and, unless the call says otherwise, the recipients' access to what was shared under it.
 * Sending also locks the consent: a concurrent referral is either found here, or refused.
 */
export const withdrawConsent = (
  { database, consentUsers }: { database: Database; consentUsers: ConsentUsers },
  actor: Actor,
  { contactId, consentId, call }: Withdrawing,
) =>
  runAct(database, async (transaction) => {
    const { organizationId } = await getServedPerson(transaction, actor, contactId)
    await endConsent(transaction, consentUsers, { contactId, organizationId, consentId, call, actor, staff: actor })
    return getContact(transaction, actor, contactId)
  })

interface Ending extends Withdrawing {
  /** The organization that keeps the record. */
  organizationId: string | null
  /** no account, if the person came by a link */
  actor: { accountId: string | null }
  /** The staff who withdraw it; null if the person does. */
  staff: Actor | null
}

/** Ends a consent in the caller's transaction, which has checked who asks for it. */
export async function endConsent(
  transaction: Database,
  consentUsers: ConsentUsers,
  { contactId, organizationId, consentId, call, actor, staff }: Ending,
) {
  // All of them: of two withdrawals at once, the second must see that the first consent covers nothing any more.
  await lockConsents(transaction, [contactId], 'update')
  const consent = await transaction
    .selectFrom('consent')
    .select('withdrawnOn')
    .where('id', '=', consentId)
    .where('contactId', '=', contactId)
    .executeTakeFirst()
  if (!consent) throw problem('not-found')
  // If it is already withdrawn, the first day stays. Access can still be ended.
  if (!consent.withdrawnOn) await withdraw(transaction, actor, contactId, consentId)
  if (call.endAccess) await consentUsers.endAccess(transaction, staff, consentId, { recall: call.recall })
  if (consent.withdrawnOn) return
  await publishContact(transaction, contactId, organizationId)
  if (call.endAccess && organizationId)
    await consentUsers.notifyKeepers(transaction, { consentId, contactId, organizationId, actorId: actor.accountId })
}

async function withdraw(database: Database, actor: { accountId: string | null }, contactId: string, consentId: string) {
  await database
    .updateTable('consent')
    .set({ withdrawnOn: new Date().toISOString() })
    .where('id', '=', consentId)
    .execute()
  await recordAudit(database, {
    actorId: actor.accountId,
    action: 'consent.withdraw',
    subjectType: 'contact',
    subjectId: contactId,
    detail: { consentId },
  })
}

/**
 * The referrals that are based on a consent and whose recipients still see the details; records the access.
 * @throws 404
 */
export async function listConsentUses(
  { database, consentUsers }: { database: Database; consentUsers: ConsentUsers },
  actor: Actor,
  contactId: string,
  consentId: string,
) {
  await getServedPerson(database, actor, contactId)
  const consents = await listConsents(database, contactId)
  if (!consents.some(({ id }) => id === consentId)) throw problem('not-found')
  await recordReading(database, actor, contactId)
  return consentUsers.list(database, consentId)
}
