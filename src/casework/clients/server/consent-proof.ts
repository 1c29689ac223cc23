import { fillText, findPublishedText } from '#casework/consent-texts/server/consent-texts-public.ts'
import { claimFile, discardFile, type MayReadFile } from '#identity/files/server/files-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database, InTransaction } from '#platform/server/database.ts'
import { fieldProblem, Problem, problem } from '#platform/server/problem.ts'
import type { NewConsent } from '../consent.ts'
import { proofGap, proofOf } from '../consent-policy.ts'
import { maySeeContact } from '../contact-policy.ts'
import { listConsents } from './consent-queries.ts'
import { getServedPerson } from './get-served-person.ts'
import { recordReading } from './record-access.ts'

/** Claims an upload as the proof of a consent. @throws 400 at `fileId` if it is gone, or belongs to something else */
async function claim(transaction: InTransaction, fileId: string, accountId: string) {
  try {
    await claimFile(transaction, { fileId, accountId })
  } catch (error) {
    if (error instanceof Problem) throw fieldProblem('fileId', 'file-gone')
    throw error
  }
}

/**
 * The text and the proof of a consent, checked and claimed.
 * @throws 400 at the field that is missing, or at `textId` if no such text was published
 */
export async function takeProof(transaction: InTransaction, actor: Actor, consent: NewConsent) {
  const gap = proofGap(consent)
  if (gap) throw fieldProblem(gap.path, gap.message)
  const proof = proofOf(consent)
  if (proof.textId && !(await findPublishedText(transaction, proof.textId)))
    throw fieldProblem('textId', 'unknown-text')
  if (proof.fileId) await claim(transaction, proof.fileId, actor.accountId)
  return proof
}

/** The text of a recorded consent, as the person read it. @throws 404, also if it was given before there was a text */
export async function readConsentText(database: Database, actor: Actor, contactId: string, consentId: string) {
  const { organizationId } = await getServedPerson(database, actor, contactId)
  const consent = (await listConsents(database, contactId)).find(({ id }) => id === consentId)
  const text = consent?.textId && (await findPublishedText(database, consent.textId))
  if (!consent?.language || !text) throw problem('not-found')
  await recordReading(database, actor, contactId)
  const { scope, needs, recipientIds, expiresOn, language } = consent
  const terms = { scope, needs, recipientIds, expiresOn }
  return fillText(database, text, { language, organizationId, terms })
}

/** Who may see a record may see the signatures and scans of its consents; the access is recorded. */
export const mayReadConsentFile: MayReadFile = async (database, { fileId, actor }) => {
  const consent = await database
    .selectFrom('consent')
    .select('contactId')
    .where('fileId', '=', fileId)
    .executeTakeFirst()
  const person = consent && (await findContactRow(database, consent.contactId))
  if (!person || !maySeeContact(actor, person)) return false
  await recordReading(database, actor, person.id)
  return true
}

/** Takes names, signatures and scans off the consents of a person, in the transaction of their erasure. */
export async function eraseProofs(transaction: InTransaction, contactId: string) {
  for (const { fileId } of await listConsents(transaction, contactId))
    if (fileId) await discardFile(transaction, fileId)
  await transaction
    .updateTable('consent')
    .set({ witnessName: null, signedName: null, fileId: null })
    .where('contactId', '=', contactId)
    .execute()
}
