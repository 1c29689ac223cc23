import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { currentImpersonator, noteHappening } from '#platform/server/acting-for.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { addJob, type Task } from '#platform/server/jobs.ts'
import type { SecurityLog } from '#platform/server/security-log.ts'
import { AccountEventDetail, type AccountEventKind } from '../account-event.ts'
import { accountPerson } from './account-person.ts'
import { findAccountByEmail } from './account-queries.ts'

/** Where a request came from, as recorded in an account's history. */
export interface Origin {
  /** The network address. */
  from?: string | undefined
  userAgent?: string | undefined
}
export const originOf = (request: FastifyRequest): Origin => ({
  from: request.ip,
  userAgent: request.headers['user-agent'],
})

interface NewAccountEvent extends Origin {
  accountId: string
  /** Who did it; null if nobody was signed in. */
  actorId: string | null
  kind: AccountEventKind
  detail?: AccountEventDetail
}

/**
 * Records an event in the account's history, in the caller's transaction; open pages update immediately. Never pass a
 * secret: the history is shown on a screen.
 */
export async function recordAccountEvent(database: Database, event: NewAccountEvent) {
  const impersonator = currentImpersonator()
  const detail = AccountEventDetail.parse(event.detail ?? {})
  noteHappening({ event: event.kind, account: event.accountId, detail })
  await database
    .insertInto('accountEvent')
    .values({
      accountId: event.accountId,
      actorId: event.actorId,
      // Starting and ending an impersonation and signing out are recorded for the person themselves.
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

interface ShownEvent {
  id: number
  kind: string
  detail: AccountEventDetail
  createdOn: string
  by: 'nobody' | 'owner' | 'other'
  byName: string | null
  actingName: string | null
  ip: string | null
  userAgent: string | null
}

/** The events of an account with the names of those who acted, newest first. @param before the id at which to continue */
export async function listAccountEvents(
  database: Database,
  accountId: string,
  { before, limit }: { before: number | null; limit: number },
) {
  const { rows } = await sql<ShownEvent>`
    select e.id, e.kind, e.detail, e.created_on, e.ip, e.user_agent,
      case when e.actor_id is null then 'nobody' when e.actor_id = e.account_id then 'owner' else 'other' end as by,
      case when e.actor_id <> e.account_id then actor.name end as by_name, impersonator.name as acting_name
    from account_event e
      left join ${accountPerson.as('actor')} on actor.id = e.actor_id
      left join ${accountPerson.as('impersonator')} on impersonator.id = e.impersonator_id
    where e.account_id = ${accountId} and (${before}::bigint is null or e.id < ${before}::bigint)
    order by e.id desc limit ${limit}`.execute(database)
  return rows
}

export const failedSignInTask = 'record-failed-sign-in'
/** An attacker must not flood the history: the first failures of a day are enough to inform the owner. */
const MOST_FAILURES_A_DAY = 40

interface FailedSignIn extends Origin {
  email: string
  kind: 'sign-in-failed' | 'sign-in-locked'
}

/**
 * Records a failed sign-in by the entered address. A job later checks whether an account has this address, so that
 * known and unknown addresses take the same time.
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

/** Deletes expired records: events after 90 days, links a month after they expire. */
export const tidyAccountEvents =
  ({ database }: { database: Database }): Task =>
  async () => {
    await sql`delete from account_event where created_on < now() - interval '90 days'`.execute(database)
    await sql`delete from not_me_link where expires_on < now() - interval '30 days'`.execute(database)
  }
