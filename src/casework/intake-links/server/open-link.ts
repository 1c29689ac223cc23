import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { AnswerChange, SavedAnswers } from '#casework/intakes/intake.ts'
import { completeIntake, lockIntake, readIntake, saveAnswers } from '#casework/intakes/server/intakes-public.ts'
import { findShownSender } from '#casework/safe-contact/server/safe-contact-public.ts'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import { getOrganizationName } from '#identity/organizations/server/organizations-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type ClosedForm, IntakeLinkRow, type OpenedForm } from '../intake-link.ts'
import { intakeLinkProblem } from './intake-link-problem.ts'

/** How long a browser session stays valid after its last save. */
const SESSION_MS = 2 * 60 * 60_000

const sessionEnd = () => new Date(Date.now() + SESSION_MS).toISOString()

/**
 * The link of a code and its intake, both locked.
 * @throws problem not-found for an unknown code, gone if it expired, was withdrawn, was tried too often, or its intake
 * was sent
 */
async function lockLink(transaction: Database, code: string) {
  const found = await transaction
    .selectFrom('intakeLink')
    .select('intakeId')
    .where('codeHash', '=', hashCode(code))
    .executeTakeFirst()
  if (!found) throw problem('not-found')
  const intake = await lockIntake(transaction, found.intakeId)
  const link = await transaction
    .selectFrom('intakeLink')
    .select(columnsOf(IntakeLinkRow))
    .where('codeHash', '=', hashCode(code))
    .forUpdate()
    .executeTakeFirst()
  if (!link || !intake) throw problem('not-found')
  if (link.withdrawnOn || !link.triesLeft || intake.state !== 'draft' || Date.parse(link.expiresOn) <= Date.now())
    throw problem('gone')
  return { link, intake }
}

/** What a link says before the birth date is known. @throws problem not-found, gone */
export const readClosedForm = (database: Database, code: string) =>
  database.transaction().execute(async (transaction): Promise<ClosedForm> => {
    const { intake } = await lockLink(transaction, code)
    const organizationName = await findShownSender(transaction, intake.contactId, intake.organizationId)
    return { language: intake.language, organizationName }
  })

/**
 * Opens a form for a person who knows the birth date. Another browser that had it open must ask again.
 * @throws problem not-found, gone; 400 at `birthDate`, five times in all
 */
export async function openForm(database: Database, code: string, birthDate: string): Promise<OpenedForm> {
  const session = randomBytes(32).toString('base64url')
  const opened = await database.transaction().execute(async (transaction) => {
    const { link, intake } = await lockLink(transaction, code)
    const person = await findContactRow(transaction, intake.contactId)
    const isRight = person?.birthDate === birthDate
    await transaction
      .updateTable('intakeLink')
      .set(
        isRight
          ? { sessionHash: hashCode(session), sessionExpiresOn: sessionEnd() }
          : { triesLeft: sql<number>`tries_left - 1` },
      )
      .where('id', '=', link.id)
      .execute()
    if (!isRight) return null
    const organizationName = await getOrganizationName(transaction, intake.organizationId)
    return { ...(await readIntake(transaction, intake, '')), organizationName }
  })
  // Throw after the transaction commits, so that the failed attempt stays counted.
  if (!opened) throw fieldProblem('birthDate', 'birth-date-wrong')
  const { id, language, definition, versionNumber, answers, organizationName } = opened
  return { id, language, definition, versionNumber, answers, organizationName, session }
}

async function lockOpened(transaction: Database, code: string, session: string) {
  const { link, intake } = await lockLink(transaction, code)
  const isOpen =
    link.sessionHash === hashCode(session) && link.sessionExpiresOn && Date.parse(link.sessionExpiresOn) > Date.now()
  if (!isOpen) throw intakeLinkProblem('intake-link-locked')
  await transaction
    .updateTable('intakeLink')
    .set({ sessionExpiresOn: sessionEnd() })
    .where('id', '=', link.id)
    .execute()
  return intake
}

/** Saves answers of the person. @throws problem not-found, gone, intake-link-locked, 400 */
export const saveThroughLink = (database: Database, code: string, session: string, answers: AnswerChange[]) =>
  database
    .transaction()
    .execute(
      async (transaction): Promise<SavedAnswers> =>
        saveAnswers(transaction, await lockOpened(transaction, code, session), null, answers),
    )

/**
 * Sends the answers to the organization; the link then opens nothing.
 * @param today as `2026-11-23`
 * @throws problem not-found, gone, intake-link-locked, intake-incomplete
 */
export const sendThroughLink = (database: Database, code: string, session: string, today: string) =>
  database.transaction().execute(async (transaction) => {
    await completeIntake(transaction, await lockOpened(transaction, code, session), null, today)
  })
