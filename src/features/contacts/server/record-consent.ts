import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { NewConsent } from '../consent.ts'
import { whyNotGivenOn } from '../consent-policy.ts'
import { maySeeContact } from '../contact-policy.ts'
import { countOrganizations } from './consent-queries.ts'
import { findContactRow } from './contact-queries.ts'
import { getContact } from './get-contact.ts'
import { publishContact } from './publish-contact.ts'

async function checkConsent(database: Database, consent: NewConsent, birthDate: string | null) {
  const wrong = whyNotGivenOn(consent, birthDate)
  if (wrong) throw fieldProblem('givenOn', wrong)
  if (consent.expiresOn && consent.expiresOn < consent.givenOn) throw fieldProblem('expiresOn', 'before-given')
  if (consent.scope === 'network') return
  if (consent.recipientIds.length === 0) throw fieldProblem('recipientIds', 'organization-required')
  const ids = [...new Set(consent.recipientIds)]
  if ((await countOrganizations(database, ids)) !== ids.length)
    throw fieldProblem('recipientIds', 'unknown-organization')
}

async function checkPerson(database: Database, actor: Actor, contactId: string) {
  const row = await findContactRow(database, contactId)
  if (!row || !maySeeContact(actor, row)) throw problem('not-found')
  return row
}

/** Records what a person allowed; earlier consents stay on record beside it. */
export const recordConsent = (database: Database, actor: Actor, contactId: string, consent: NewConsent) =>
  database.transaction().execute(async (transaction) => {
    const person = await checkPerson(transaction, actor, contactId)
    await checkConsent(transaction, consent, person.birthDate)
    const { id } = await transaction
      .insertInto('consent')
      .values({
        ...consent,
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
      detail: { consentId: id, scope: consent.scope },
    })
    await publishContact(transaction, contactId, person.organizationId)
    return getContact(transaction, actor, contactId)
  })

/** Ends a consent from now on; what was shared under it before stays where it is. */
export const withdrawConsent = (database: Database, actor: Actor, contactId: string, consentId: string) =>
  database.transaction().execute(async (transaction) => {
    const person = await checkPerson(transaction, actor, contactId)
    const consent = await transaction
      .selectFrom('consent')
      .select('withdrawnOn')
      .where('id', '=', consentId)
      .where('contactId', '=', contactId)
      .forUpdate()
      .executeTakeFirst()
    if (!consent) throw problem('not-found')
    // Withdrawn already: nothing more to do, and the first day stays.
    if (consent.withdrawnOn) return getContact(transaction, actor, contactId)
    await transaction
      .updateTable('consent')
      .set({ withdrawnOn: new Date().toISOString() })
      .where('id', '=', consentId)
      .execute()
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'consent.withdraw',
      subjectType: 'contact',
      subjectId: contactId,
      detail: { consentId },
    })
    await publishContact(transaction, contactId, person.organizationId)
    return getContact(transaction, actor, contactId)
  })
