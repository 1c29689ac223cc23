import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { findShownSender } from '#casework/safe-contact/server/safe-contact-public.ts'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import { findContactRow, lockContact } from '#identity/people/server/people-public.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database, InTransaction } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type ClosedConsentRequest, ConsentRequestRow, standingOf } from '../consent-request.ts'
import { consentRequestProblem } from './consent-request-problem.ts'

/** How long a browser session stays valid after its last call. */
const SESSION_MS = 20 * 60_000

const sessionEnd = () => new Date(Date.now() + SESSION_MS).toISOString()
const gone = (reason: string) => problem('gone', { extra: { reason } })

/** @throws 410 if a newer link replaced this one, else 404 */
async function explainUnknown(database: Database, codeHash: string): Promise<never> {
  const replaced = await database
    .selectFrom('consentRequest')
    .select('id')
    .where(sql<boolean>`former_codes @> array[${codeHash}]`)
    .executeTakeFirst()
  throw replaced ? gone('replaced') : problem('not-found')
}

/**
 * The request of a code, and its person. What was answered can be read until the link expires.
 * @throws 404 for an unknown code; 410 with the reason if it expired, was taken back, replaced or tried too often
 */
async function findRequest(database: Database, code: string, isLocked: boolean) {
  const codeHash = hashCode(code)
  const found = await database
    .selectFrom('consentRequest')
    .select(columnsOf(ConsentRequestRow))
    .where('codeHash', '=', codeHash)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!found) return explainUnknown(database, codeHash)
  const request = found as ConsentRequestRow
  const standing = standingOf({ ...request, answer: null })
  if (standing !== 'pending') throw gone(standing)
  const person = await findContactRow(database, request.contactId)
  if (!person?.organizationId) throw gone('withdrawn')
  return { request, person, organizationId: person.organizationId }
}
export type OpenRequest = Awaited<ReturnType<typeof findRequest>>

/** What a link says before the birth date is known. @throws 404, 410 */
export async function readClosedRequest(database: Database, code: string): Promise<ClosedConsentRequest> {
  const { request, organizationId } = await findRequest(database, code, false)
  const organizationName = await findShownSender(database, request.contactId, organizationId)
  return { language: request.language, organizationName }
}

/**
 * Opens a request for a person who knows the birth date. Another browser that had it open must ask again.
 * @throws 404, 410; 400 at `birthDate`, five times in all
 */
export async function openRequest(database: Database, code: string, birthDate: string) {
  const session = randomBytes(32).toString('base64url')
  const isRight = await database.transaction().execute(async (transaction) => {
    const { request, person } = await findRequest(transaction, code, true)
    const isRight = person.birthDate === birthDate
    await transaction
      .updateTable('consentRequest')
      .set(
        isRight
          ? {
              ...{ sessionHash: hashCode(session), sessionExpiresOn: sessionEnd() },
              openedOn: request.openedOn ?? new Date().toISOString(),
            }
          : { triesLeft: sql<number>`tries_left - 1` },
      )
      .where('id', '=', request.id)
      .execute()
    return isRight
  })
  // Throw after the transaction commits, so that the failed attempt stays counted.
  if (!isRight) throw fieldProblem('birthDate', 'birth-date-wrong')
  return { session }
}

/** Locks the person before the request, as an erasure and a merge do. */
async function lockPerson(transaction: InTransaction, code: string) {
  const found = await transaction
    .selectFrom('consentRequest')
    .select('contactId')
    .where('codeHash', '=', hashCode(code))
    .executeTakeFirst()
  if (found) await lockContact(transaction, found.contactId, 'share')
}

/** The request that this browser opened, locked. @throws 404, 410, 409 consent-request-locked */
export async function lockOpenRequest(transaction: InTransaction, code: string, session: string): Promise<OpenRequest> {
  await lockPerson(transaction, code)
  const open = await findRequest(transaction, code, true)
  const { id, sessionHash, sessionExpiresOn } = open.request
  const isOpen = sessionHash === hashCode(session) && sessionExpiresOn && Date.parse(sessionExpiresOn) > Date.now()
  if (!isOpen) throw consentRequestProblem('consent-request-locked')
  await transaction.updateTable('consentRequest').set({ sessionExpiresOn: sessionEnd() }).where('id', '=', id).execute()
  return open
}
