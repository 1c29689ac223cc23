import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { currentImpersonator, noteHappening } from '#platform/server/acting-for.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { addJob, type Task } from '#platform/server/jobs.ts'
import type { SecurityLog } from '#platform/server/security-log.ts'
import { AccountEventDetail, type AccountEventKind } from '../account-event.ts'
import { findAccountByEmail } from './account-queries.ts'

/** Where a request came from, as an account's history keeps it. */
export interface Origin {
  /** The address of the network that it came from. */
  from?: string | undefined
  userAgent?: string | undefined
}
export const originOf = (request: FastifyRequest): Origin => ({
  from: request.ip,
  userAgent: request.headers['user-agent'],
})

interface NewAccountEvent extends Origin {
  accountId: string
  /** Who did it; null when nobody was signed in. */
  actorId: string | null
  kind: AccountEventKind
  detail?: AccountEventDetail
}

/** Writes what happened to an account where its owner reads it, in the caller's transaction; open pages show it at once. Never give it a secret: it is read again on a screen. */
export async function recordAccountEvent(database: Database, event: NewAccountEvent) {
  const impersonator = currentImpersonator()
  const detail = AccountEventDetail.parse(event.detail ?? {})
  noteHappening({ event: event.kind, account: event.accountId, detail })
  await database
    .insertInto('accountEvent')
    .values({
      accountId: event.accountId,
      actorId: event.actorId,
      // Beginning, ending and signing out are done in one's own name.
      impersonatorId: impersonator === event.actorId ? null : impersonator,
      kind: event.kind,
      detail: JSON.stringify(detail),
      ip: event.from ?? null,
      userAgent: event.userAgent?.slice(0, 300) ?? null,
    })
    .execute()
  const { accountId } = event
  await publishEvent(database, { type: 'account-event', subjectId: accountId, audience: [`account:${accountId}`] })
}

export const failedSignInTask = 'record-failed-sign-in'
/** A guesser must not fill the history: the first failures of a day tell its owner enough. */
const MOST_FAILURES_A_DAY = 40

interface FailedSignIn extends Origin {
  email: string
  kind: 'sign-in-failed' | 'sign-in-locked'
}

/**
 * Notes a failed sign-in by the address that was typed. Whether an account has that address is looked up later, in a job,
 * so that known and unknown addresses cost a caller the same.
 */
export const noteFailedSignIn = (database: Database, failed: FailedSignIn) =>
  addJob(database, failedSignInTask, { ...failed, userAgent: failed.userAgent?.slice(0, 300) })

/** The job behind {@link noteFailedSignIn}. */
export const recordFailedSignIn =
  ({ database, security }: { database: Database; security: SecurityLog }): Task =>
  async (payload) => {
    const { email, ...failed } = payload as FailedSignIn
    const account = await findAccountByEmail(database, email)
    if (!account) return
    security.attacked(account.id, email, failed.kind)
    const { count } = await database
      .selectFrom('accountEvent')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('accountId', '=', account.id)
      .where('kind', '=', failed.kind)
      .where('createdOn', '>', sql<string>`now() - interval '1 day'`)
      .executeTakeFirstOrThrow()
    if (Number(count) < MOST_FAILURES_A_DAY)
      await recordAccountEvent(database, { ...failed, accountId: account.id, actorId: null })
  }

export const accountEventTidyTask = 'tidy-account-events'
/** Every night. */
export const accountEventCrontab = `17 3 * * * ${accountEventTidyTask}`

/** Ends what has had its day: events after 90 days, links a month after their time. */
export const tidyAccountEvents =
  ({ database }: { database: Database }): Task =>
  async () => {
    await sql`delete from account_event where created_on < now() - interval '90 days'`.execute(database)
    await sql`delete from not_me_link where expires_on < now() - interval '30 days'`.execute(database)
  }
