import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, RoleKey, SessionStage } from '#platform/schema/roles.ts'
import { createBatcher } from '#platform/server/batcher.ts'
import type { Config } from '#platform/server/config.ts'
import { type Database, paddedKeys, prepared } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { accountName } from './account-person.ts'
import { accountMaySignIn } from './account-standing.ts'
import { hashCode, newCode } from './secret-hash.ts'

export const IDLE = "interval '30 minutes'"
export const LONGEST = "interval '12 hours'"
/** Just enough time to find one's phone. */
const HALF_OPEN = "interval '15 minutes'"
export const IMPERSONATION = "interval '30 minutes'"

const isHttps = (config: Config) => config.publicUrl.startsWith('https:')
/** Browsers send a cookie with this prefix only over https, and only to this host. */
export const cookieName = (config: Config) => (isHttps(config) ? '__Host-hearthline-session' : 'hearthline-session')
const cookieOptions = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) }) as const

export interface NewSession {
  accountId: string
  stage: SessionStage
  /** The network address that opens it. */
  ip: string
  userAgent: string | undefined
  /** The impersonator's own session and account. */
  parentId?: string
  impersonatorId?: string
}

/**
 * Ends the oldest sessions above the limit. The caller holds the lock on the account's row, so that two concurrent
 * calls do not both see room.
 */
async function endOldest(database: Database, accountId: string, most: number) {
  const { rows } = await sql`delete from session where id in (
      select id from session where account_id = ${accountId} and impersonator_id is null
      order by created_on desc, id desc offset ${most})
    returning id`.execute(database)
  if (rows.length) await publishSessionEnd(database, accountId)
}

/** Opens a session for an account and sends its token to the browser; only a hash is stored. @returns its ID */
export async function openSession(database: Database, config: Config, reply: FastifyReply, session: NewSession) {
  const token = newCode()
  const { id } = await database
    .insertInto('session')
    .values({
      tokenHash: hashCode(token),
      accountId: session.accountId,
      stage: session.stage,
      ip: session.ip,
      userAgent: session.userAgent?.slice(0, 300) ?? null,
      parentId: session.parentId ?? null,
      impersonatorId: session.impersonatorId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  reply.setCookie(cookieName(config), token, cookieOptions(config))
  if (!session.impersonatorId) await endOldest(database, session.accountId, config.sessionsPerAccount)
  return id
}

export interface EndedSession {
  id: string
  accountId: string
  stage: SessionStage
  impersonatorId: string | null
}

/**
 * Ends the session of a request. During an impersonation it also ends the impersonator's own session, and ending one's
 * own session also ends any impersonation.
 * @returns the sessions that ended
 */
export async function endSession(database: Database, config: Config, request: FastifyRequest, reply: FastifyReply) {
  const token = request.cookies[cookieName(config)]
  reply.clearCookie(cookieName(config), cookieOptions(config))
  if (!token) return []
  const { rows } = await sql<EndedSession>`
    delete from session s using session mine where mine.token_hash = ${hashCode(token)}
      and (s.id in (mine.id, mine.parent_id) or s.parent_id = mine.id)
    returning s.id, s.account_id, s.stage, s.impersonator_id`.execute(database)
  return rows
}

/**
 * Ends all sessions of an account, or all but one, after a change of password or roles. Their open tabs sign out
 * immediately. @returns how many
 */
export async function endSessionsOf(database: Database, accountId: string, exceptId?: string) {
  const ended = await database
    .deleteFrom('session')
    .where('accountId', '=', accountId)
    .$if(exceptId !== undefined, (q) => q.where('id', '!=', exceptId ?? ''))
    .returning('id')
    .execute()
  if (ended.length) await publishSessionEnd(database, accountId)
  return ended.length
}

/** Makes all open tabs of an account check whether they are still signed in. */
export const publishSessionEnd = (database: Database, accountId: string) =>
  publishEvent(database, { type: 'session', subjectId: accountId, audience: [`account:${accountId}`] })

interface Found {
  sessionId: string
  accountId: string
  organizationId: string | null
  contactId: string
  forcePasswordReset: boolean
  roles: RoleKey[]
  stage: SessionStage
  authenticatedOn: string
  impersonatorId: string | null
  parentId: string | null
  isStale: boolean
}

/**
 * Which sessions (s) of an account (a) are active. An impersonation ends after half an hour, and with the
 * impersonator's own session, account or role.
 */
const isActiveSession = sql`${accountMaySignIn('a')}
  and s.last_seen_on > now() - ${sql.raw(IDLE)} and s.created_on > now() - ${sql.raw(LONGEST)}
  and (s.stage = 'whole' or s.created_on > now() - ${sql.raw(HALF_OPEN)})
  and (s.impersonator_id is null or s.created_on > now() - ${sql.raw(IMPERSONATION)} and exists (
    select 1 from session p join account i on i.id = p.account_id join account_role r on r.account_id = i.id
    where p.id = s.parent_id and p.created_on > now() - ${sql.raw(LONGEST)} and ${accountMaySignIn('i')}
      and r.role in ('developer', 'platform-admin')))`

async function findSessions(database: Database, tokenHashes: string[]) {
  const { rows } = await sql<Found & { tokenHash: string }>`
    select t.token_hash, found.* from unnest(${paddedKeys(tokenHashes)}::text[]) t (token_hash) cross join lateral (
      select s.id as session_id, a.id as account_id, a.organization_id, a.contact_id, a.force_password_reset,
        s.stage, s.authenticated_on, s.impersonator_id, s.parent_id,
        s.last_seen_on < now() - interval '1 minute' as is_stale,
        coalesce((select array_agg(r.role) from account_role r where r.account_id = a.id), '{}') as roles
      from session s join account a on a.id = s.account_id
      where s.token_hash = t.token_hash and ${isActiveSession} offset 0) found ${prepared}`.execute(database)
  return new Map(rows.map(({ tokenHash, ...found }) => [tokenHash, found]))
}

/**
 * The actor of a request, by its cookie; null without a session, or if it is idle or ended. Concurrent requests share
 * one query.
 */
export function findActor(database: Database, config: Config) {
  const findSession = createBatcher((tokenHashes) => findSessions(database, tokenHashes))
  return async (request: FastifyRequest): Promise<Actor | null> => {
    const token = request.cookies[cookieName(config)]
    if (!token) return null
    const tokenHash = hashCode(token)
    const found = await findSession(tokenHash)
    if (!found) return null
    const { isStale, parentId, ...actor } = found
    // Automatic calls of a tab must not keep an abandoned session alive.
    const isPassive = request.routeOptions.config.isPassive || request.headers['x-passive'] === '1'
    if (isStale && !isPassive)
      await sql`update session set last_seen_on = now() where token_hash = ${tokenHash} or id = ${parentId}`.execute(
        database,
      )
    return actor
  }
}

interface OpenSession {
  id: string
  createdOn: string
  lastSeenOn: string
  ip: string | null
  userAgent: string | null
  /** the name of the impersonator */
  impersonatedBy: string | null
}

/** The active sessions of an account: this one first, then the most recently used. */
export async function listActiveSessions(database: Database, accountId: string, firstId: string) {
  const { rows } = await sql<OpenSession>`
    select s.id, s.created_on, s.last_seen_on, s.ip, s.user_agent, ${accountName(sql`s.impersonator_id`)} as impersonated_by
    from session s join account a on a.id = s.account_id
    where s.account_id = ${accountId} and ${isActiveSession}
    order by s.id = ${firstId} desc, s.last_seen_on desc, s.id limit 200`.execute(database)
  return rows
}

/** A session's account, with its current organization and roles; null once it has ended. */
export const findListener = (database: Database) => async (sessionId: string) => {
  const { rows } = await sql<Pick<Actor, 'accountId' | 'organizationId' | 'roles'>>`
    select a.id as account_id, a.organization_id,
      coalesce((select array_agg(r.role) from account_role r where r.account_id = a.id), '{}') as roles
    from session s join account a on a.id = s.account_id
    where s.id = ${sessionId} and s.stage = 'whole' and not a.force_password_reset and ${isActiveSession}`.execute(
    database,
  )
  return rows[0] ?? null
}

/**
 * Ends an impersonation session, and resumes the impersonator's own session under a new token.
 * @returns both accounts; null if the request has no such session, or if their own one has ended meanwhile
 */
export async function resumeOwnSession(
  database: Database,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const old = request.cookies[cookieName(config)]
  if (!old) return null
  const ended = await database
    .deleteFrom('session')
    .where('tokenHash', '=', hashCode(old))
    .where('parentId', 'is not', null)
    .returning(['id', 'accountId', 'impersonatorId', 'parentId'])
    .executeTakeFirst()
  if (!ended?.impersonatorId) return null
  const token = newCode()
  const { numAffectedRows } = await sql`update session set token_hash = ${hashCode(token)}, last_seen_on = now()
    where id = ${ended.parentId} and last_seen_on > now() - ${sql.raw(IDLE)} and created_on > now() - ${sql.raw(LONGEST)}`.execute(
    database,
  )
  if (numAffectedRows) reply.setCookie(cookieName(config), token, cookieOptions(config))
  return { ...ended, impersonatorId: ended.impersonatorId, isBack: Boolean(numAffectedRows) }
}

/** Deletes sessions that were idle for too long or exceeded their lifetime. */
export const deleteEndedSessions = (database: Database) =>
  sql`delete from session where last_seen_on < now() - ${sql.raw(IDLE)} or created_on < now() - ${sql.raw(LONGEST)}`.execute(
    database,
  )

/**
 * Ends one session of an account, or all but one.
 * @returns how many ended
 */
export const endSomeSessions = async (
  database: Database,
  accountId: string,
  which: { id: string } | { keep: string },
) =>
  (
    await database
      .deleteFrom('session')
      .where('accountId', '=', accountId)
      .where('id', 'id' in which ? '=' : '!=', 'id' in which ? which.id : which.keep)
      .returning('id')
      .execute()
  ).length
