import { sql } from 'kysely'
import {
  accountPerson,
  countConfirmations,
  hashCode,
  insertConfirmation,
  newCode,
} from '#identity/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import type { Task } from '#platform/server/jobs.ts'
import { sendConfirmation } from './registration-mail.ts'

const LIFE_MS = 24 * 60 * 60 * 1000
/** Enough for people with problems, but few enough not to bother someone whose address another person entered. */
const MOST_AN_HOUR = 5

export interface Applicant {
  id: string
  email: string
  language: 'en' | 'es'
  firstName: string
}

/** Creates a link that works once and mails it, in the caller's transaction. */
export async function issueVerification(
  database: Database,
  config: Config,
  applicant: Applicant,
  source: string | null,
) {
  const code = newCode()
  const codeHash = hashCode(code)
  const expiresOn = new Date(Date.now() + LIFE_MS)
  await insertConfirmation(database, { codeHash, accountId: applicant.id, source, expiresOn: expiresOn.toISOString() })
  await sendConfirmation(database, config, applicant, {
    code,
    key: `confirm-email:${codeHash}`,
    firstName: applicant.firstName,
    expiresOn,
    source,
  })
}

const findUnconfirmed = (database: Database, email: string) =>
  database
    .selectFrom(accountPerson.as('person'))
    .leftJoin('registrationReview', 'registrationReview.accountId', 'person.id')
    .select(['person.id', 'person.email', 'person.language', 'person.firstName', 'registrationReview.source'])
    .where(sql<boolean>`lower(person.email) = ${email}`)
    .where('person.emailConfirmedOn', 'is', null)
    .where('person.deactivatedOn', 'is', null)
    .executeTakeFirst()

/**
 * The job for requesting a new link. It runs separately from the request, so that the response and its timing are the
 * same whether or not the address waits for one.
 */
export function resendVerification({ database, config }: { database: Database; config: Config }): Task {
  return async (payload) => {
    const { email } = payload as { email: string }
    await database.transaction().execute(async (transaction) => {
      const applicant = await findUnconfirmed(transaction, email)
      if (!applicant) return
      if ((await countConfirmations(transaction, applicant.id)) >= MOST_AN_HOUR) return
      await issueVerification(transaction, config, applicant, applicant.source)
    })
  }
}
