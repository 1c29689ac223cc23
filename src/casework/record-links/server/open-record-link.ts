import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { deleteDeliveries } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { readRecord, type Whose } from '#casework/own-record/server/own-record-public.ts'
import { findShownSender } from '#casework/safe-contact/server/safe-contact-public.ts'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import { getOrganizationName } from '#identity/organizations/server/organizations-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type ClosedRecord, RecordLinkRow } from '../record-link.ts'
import { recordLinkProblem } from './record-link-problem.ts'

/** How long a browser session stays valid after its last call. */
const SESSION_MS = 20 * 60_000

const sessionEnd = () => new Date(Date.now() + SESSION_MS).toISOString()

/**
 * The link of a code, and its person.
 * @throws problem not-found for an unknown code; gone if it expired, was withdrawn or was tried too often, or the person
 * was erased
 */
async function findLink(database: Database, code: string, isLocked = true) {
  const link = await database
    .selectFrom('recordLink')
    .select(columnsOf(RecordLinkRow))
    .where('codeHash', '=', hashCode(code))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!link) throw problem('not-found')
  const person = await findContactRow(database, link.contactId)
  if (link.withdrawnOn || !link.triesLeft || Date.parse(link.expiresOn) <= Date.now() || !person?.organizationId)
    throw problem('gone')
  return { link, person, organizationId: person.organizationId }
}

/** What a link says before the birth date is known. @throws problem not-found, gone */
export async function readClosedRecord(database: Database, code: string): Promise<ClosedRecord> {
  const { link, organizationId } = await findLink(database, code, false)
  return { language: link.language, organizationName: await findShownSender(database, link.contactId, organizationId) }
}

/**
 * Opens a record for a person who knows the birth date. Another browser that had it open must ask again.
 * @throws problem not-found, gone; 400 at `birthDate`, five times in all
 */
export async function openRecord(database: Database, code: string, birthDate: string) {
  const session = randomBytes(32).toString('base64url')
  const isRight = await database.transaction().execute(async (transaction) => {
    const { link, person } = await findLink(transaction, code)
    const isRight = person.birthDate === birthDate
    await transaction
      .updateTable('recordLink')
      .set(
        isRight
          ? {
              ...{ sessionHash: hashCode(session), sessionExpiresOn: sessionEnd() },
              openedOn: link.openedOn ?? new Date().toISOString(),
            }
          : { triesLeft: sql<number>`tries_left - 1` },
      )
      .where('id', '=', link.id)
      .execute()
    if (isRight) await deleteDeliveries(transaction, [link.id])
    return isRight
  })
  // Throw after the transaction commits, so that the failed attempt stays counted.
  if (!isRight) throw fieldProblem('birthDate', 'birth-date-wrong')
  return { session }
}

/**
 * The record of a link that this browser opened.
 * @throws problem not-found, gone, record-link-locked
 */
export const ofLink =
  (code: string, session: string): Whose =>
  async (transaction) => {
    const { link, organizationId } = await findLink(transaction, code)
    const isOpen =
      link.sessionHash === hashCode(session) && link.sessionExpiresOn && Date.parse(link.sessionExpiresOn) > Date.now()
    if (!isOpen) throw recordLinkProblem('record-link-locked')
    await transaction
      .updateTable('recordLink')
      .set({ sessionExpiresOn: sessionEnd() })
      .where('id', '=', link.id)
      .execute()
    return {
      ...{ contactId: link.contactId, organizationId, accountId: null },
      organizationName: await getOrganizationName(transaction, organizationId),
    }
  }

/** The record, for the person. @throws problem not-found, gone, record-link-locked */
export const readOpenRecord = (database: Database, timeZone: string, code: string, session: string) =>
  database.transaction().execute(async (transaction) => {
    const record = await readRecord(transaction, timeZone, await ofLink(code, session)(transaction))
    if (!record) throw problem('gone')
    return record
  })
