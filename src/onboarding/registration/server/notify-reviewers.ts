import { sql } from 'kysely'
import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { addJob, type Task } from '#platform/server/jobs.ts'
import { sendReviewDigest, sendReviewNotice } from './registration-mail.ts'
import { listReviewers } from './registration-queries.ts'

export const notifyReviewersTask = 'notify-reviewers'
const PAUSE_MS = 15 * 60 * 1000

async function nextNotice(database: Database) {
  const { last } = await database
    .selectFrom('registrationReview')
    .select(({ fn }) => fn.max('noticedOn').as('last'))
    .executeTakeFirstOrThrow()
  return new Date(last ? new Date(last).getTime() + PAUSE_MS : 0)
}

/**
 * Queues a job that notifies the platform's admins, once the caller's transaction commits and a quarter of an hour
 * after the last notification.
 */
export async function requestNotice(database: Database) {
  await addJob(database, notifyReviewersTask, {}, { key: notifyReviewersTask, runAt: await nextNotice(database) })
}

const findNews = (database: Database, id: string) =>
  database
    .selectFrom('registrationReview')
    .innerJoin(organizationNames.as('organization'), 'organization.id', 'registrationReview.organizationId')
    .innerJoin(accountPerson.as('person'), 'person.id', 'registrationReview.accountId')
    .select(['registrationReview.kind', 'organization.name as organizationName', 'person.name as applicant'])
    .where('registrationReview.id', '=', id)
    .executeTakeFirstOrThrow()

/**
 * One mail to each platform admin about all registrations since the last one: details of a single one, or the number of
 * several.
 */
export const notifyReviewers =
  ({ database, config }: { database: Database; config: Config }): Task =>
  async () => {
    await database.transaction().execute(async (transaction) => {
      // Two workers at once would send two mails.
      await sql`select pg_advisory_xact_lock(hashtextextended(${notifyReviewersTask}, 0))`.execute(transaction)
      if ((await nextNotice(transaction)) > new Date()) return requestNotice(transaction)
      const waiting = await transaction
        .updateTable('registrationReview')
        .set({ noticedOn: sql<string>`now()` })
        .where('noticedOn', 'is', null)
        // Requests to join are for the organization's own admins.
        .where('kind', '<>', 'join')
        .returning('id')
        .execute()
      const [first] = waiting
      if (!first) return
      const news = waiting.length === 1 ? await findNews(transaction, first.id) : null
      for (const reviewer of await listReviewers(transaction))
        if (news) await sendReviewNotice(transaction, config, reviewer, { reviewId: first.id, ...news })
        else await sendReviewDigest(transaction, config, reviewer, { firstId: first.id, number: waiting.length })
    })
  }
