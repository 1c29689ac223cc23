import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, RoleKey, SessionStage } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { hashCode, newCode } from './secret-hash.ts'

const IDLE = "interval '30 minutes'"
const LONGEST = "interval '12 hours'"
/** Time enough to find the phone, no more. */
const HALF_OPEN = "interval '15 minutes'"

const isHttps = (config: Config) => config.publicUrl.startsWith('https:')
const cookieName = (config: Config) => (isHttps(config) ? '__Host-hearthline-session' : 'hearthline-session')

export interface NewSession {
  accountId: string
  stage: SessionStage
  /** The address that it is opened from. */
  ip: string
  userAgent: string | undefined
}

/** Opens a session for an account and hands its token to the browser; only a hash of it is kept. */
export async function openSession(database: Database, config: Config, reply: FastifyReply, session: NewSession) {
  const token = newCode()
  await database
    .insertInto('session')
    .values({
      tokenHash: hashCode(token),
      accountId: session.accountId,
      stage: session.stage,
      ip: session.ip,
      userAgent: session.userAgent?.slice(0, 300) ?? null,
    })
    .execute()
  reply.setCookie(cookieName(config), token, { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) })
}

export async function endSession(database: Database, config: Config, request: FastifyRequest, reply: FastifyReply) {
  const token = request.cookies[cookieName(config)]
  if (token) await database.deleteFrom('session').where('tokenHash', '=', hashCode(token)).execute()
  reply.clearCookie(cookieName(config), { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) })
}

/** Ends an account's sessions, all or all but one: after a change of password or roles. */
export const endSessionsOf = (database: Database, accountId: string, exceptId?: string) =>
  database
    .deleteFrom('session')
    .where('accountId', '=', accountId)
    .$if(exceptId !== undefined, (q) => q.where('id', '!=', exceptId ?? ''))
    .execute()

interface Found {
  sessionId: string
  accountId: string
  organizationId: string | null
  contactId: string
  forcePasswordReset: boolean
  roles: RoleKey[]
  stage: SessionStage
  authenticatedOn: string
  isStale: boolean
}

/** Who sends this request, by its cookie; null for nobody, an idle or an ended session. One query. */
export function findActor(database: Database, config: Config) {
  return async (request: FastifyRequest): Promise<Actor | null> => {
    const token = request.cookies[cookieName(config)]
    if (!token) return null
    const tokenHash = hashCode(token)
    const { rows } = await sql<Found>`
      select s.id as session_id, a.id as account_id, a.organization_id, a.contact_id, a.force_password_reset,
        s.stage, s.authenticated_on,
        s.last_seen_on < now() - interval '1 minute' as is_stale,
        coalesce((select array_agg(r.role) from account_role r where r.account_id = a.id), '{}') as roles
      from session s join account a on a.id = s.account_id
      where s.token_hash = ${tokenHash} and a.deactivated_on is null
        and s.last_seen_on > now() - ${sql.raw(IDLE)} and s.created_on > now() - ${sql.raw(LONGEST)}
        and (s.stage = 'whole' or s.created_on > now() - ${sql.raw(HALF_OPEN)})`.execute(database)
    const found = rows[0]
    if (!found) return null
    // The live stream of an open tab must not keep an abandoned session awake.
    if (found.isStale && request.routeOptions.url !== '/api/event/stream')
      await sql`update session set last_seen_on = now() where token_hash = ${tokenHash}`.execute(database)
    const { isStale: _, ...actor } = found
    return actor
  }
}

export const isStillSignedIn = (database: Database) => async (sessionId: string) =>
  Boolean(
    await database
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.accountId')
      .select('session.id')
      .where('session.id', '=', sessionId)
      .where('account.deactivatedOn', 'is', null)
      .where(
        sql<boolean>`session.last_seen_on > now() - ${sql.raw(IDLE)} and session.created_on > now() - ${sql.raw(LONGEST)}`,
      )
      .executeTakeFirst(),
  )
