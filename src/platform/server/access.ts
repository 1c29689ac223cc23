import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { type Actor, hasRole, type RoleKey } from '../schema/roles.ts'
import { actingFor, type Happening } from './acting-for.ts'
import { problem } from './problem.ts'

/**
 * Who may make a call, said on the route: `config: { access: 'signed-in' }`.
 * - `anyone`: no session needed
 * - `signed-in`: any account with a whole session that is not in forced reset
 * - `forced-reset`: signed in, and also open to an account that must reset its password first
 * - `half-open`: signed in, and also open before the second factor, which comes before a forced reset
 * - `any-session`: whoever has a session, whatever is still to be done in it
 * - a list of roles: signed in with one of them
 * Which records they may touch is the feature's policy.
 */
export type Access = 'anyone' | 'signed-in' | 'forced-reset' | 'half-open' | 'any-session' | readonly RoleKey[]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Changes how an account is entered or what it may do: refused to who acts as somebody else. */
    credentials?: boolean
    /** Needs an authentication of the last five minutes; 'depends': the act itself demands it where what changes needs it. */
    fresh?: boolean | 'depends'
    /** Asked by an open tab by itself: does not count as use of the session. */
    isPassive?: boolean
  }
  interface FastifyRequest {
    /** Who is asking. On calls open to anyone, somebody who is not wholly signed in counts as nobody. */
    actor: Actor | null
    /** Whether a living session came with the request, whatever its stage. */
    hasSession: boolean
    /** Whose session came with the request, also where it may not make this call. */
    sessionAccountId: string | null
    /** What the security log is to say of this request once it has succeeded. */
    happened: Happening[] | null
  }
  interface FastifyInstance {
    /** Every route with the access that it declares. */
    routeAccess: RouteAccess[]
  }
}

export interface RouteAccess {
  method: string
  url: string
  access: Access
  credentials: boolean
  fresh: boolean | 'depends'
  /** Its contracts: body, querystring, params, headers. */
  schema: FastifySchema
}

/** The signed-in account of a request; 401 when there is none. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw problem('signed-out')
  return request.actor
}

export function checkAccess(access: Access, actor: Actor | null) {
  if (access === 'anyone') return
  if (!actor) throw problem('signed-out')
  if (access === 'any-session') return
  if (actor.stage !== 'whole') {
    if (access === 'half-open') return
    throw problem('factor-needed')
  }
  if (actor.forcePasswordReset && access !== 'forced-reset') throw problem('password-reset-required')
  if (Array.isArray(access) && !hasRole(actor, ...access)) throw problem('forbidden')
}

const FRESH_MS = 5 * 60_000

/**
 * For changes that an unlocked screen alone must not allow: the person showed who they are within five minutes.
 * @throws problem reauthentication-needed (401)
 */
export function requireFreshSignIn({ stage, authenticatedOn }: Actor) {
  if (stage !== 'whole') throw problem('factor-needed')
  if (Date.now() - Date.parse(authenticatedOn) > FRESH_MS) throw problem('reauthentication-needed')
}

/**
 * Makes every route declare its access (the app does not boot otherwise) and enforces it before anything of the body is read.
 * @param findActor reads the session of a request; it lives in the accounts feature
 */
export function guardAccess(app: FastifyInstance, findActor: (request: FastifyRequest) => Promise<Actor | null>) {
  app.decorateRequest('actor', null)
  app.decorateRequest('hasSession', false)
  app.decorateRequest('sessionAccountId', null)
  app.decorateRequest('happened', null)
  app.decorate('routeAccess', [])
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) throw new Error(`Route ${route.method} ${route.url} declares no access`)
    for (const method of [route.method].flat())
      app.routeAccess.push({
        method,
        url: route.url,
        access: route.config.access,
        credentials: route.config.credentials === true,
        fresh: route.config.fresh ?? false,
        schema: route.schema ?? {},
      })
  })
  app.addHook('onRequest', async (request) => {
    const { access = 'anyone', credentials, fresh } = request.routeOptions.config
    const actor = await findActor(request)
    request.hasSession = actor !== null
    request.sessionAccountId = actor?.accountId ?? null
    checkAccess(access, actor)
    if (actor?.impersonatorId && credentials) throw problem('impersonating')
    if (actor && fresh === true) requireFreshSignIn(actor)
    const isWhole = actor?.stage === 'whole' && !actor.forcePasswordReset
    request.actor = access === 'anyone' && !isWhole ? null : actor
  })
  // After the body is read, or its events would leave the context again.
  app.addHook('preHandler', (request, _reply, done) => {
    request.happened = []
    actingFor(request.actor?.impersonatorId ?? null, done, request.happened)
  })
}
