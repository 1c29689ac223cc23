import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { type Actor, hasRole, type RoleKey } from '../schema/roles.ts'
import { actingFor, type Happening } from './acting-for.ts'
import { problem } from './problem.ts'

/**
 * Who may make a call. Declared on the route: `config: { access: 'signed-in' }`.
 * - `anyone`: no session needed
 * - `signed-in`: any account with a whole session that is not in forced reset
 * - `forced-reset`: signed in, and also open to an account that must reset its password first
 * - `half-open`: signed in, and also open before the second factor, which comes before a forced reset
 * - `any-session`: any session, whatever steps remain
 * - a list of roles: signed in with one of them
 * The feature's policy decides which records they may access.
 */
export type Access = 'anyone' | 'signed-in' | 'forced-reset' | 'half-open' | 'any-session' | readonly RoleKey[]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Changes how people sign in to an account or what it may do. Refused while impersonating. */
    credentials?: boolean
    /**
     * Requires an authentication within the last five minutes. `depends`: the act itself requires it for some changes.
     */
    fresh?: boolean | 'depends'
    /** Of a call that is open to everybody: a sentence on who has to be signed in all the same. */
    signedInFor?: string
    /** Sent by an open tab without user action; does not extend the session. */
    isPassive?: boolean
    /** Also other sites may make this call: it reads what is public, whoever asks. */
    isOpenToOtherSites?: boolean
  }
  interface FastifyRequest {
    /** The caller. On calls open to anyone, a caller who is not fully signed in counts as anonymous. */
    actor: Actor | null
    /** Whether the request has an active session, whatever its stage. */
    hasSession: boolean
    /** The account of the request's session, even if it may not make this call. */
    sessionAccountId: string | null
    /** Events to write to the security log once the request has succeeded. */
    happened: Happening[] | null
  }
  interface FastifyInstance {
    /** All routes with the access that they declare. */
    routeAccess: RouteAccess[]
  }
}

export interface RouteAccess {
  method: string
  url: string
  access: Access
  credentials: boolean
  fresh: boolean | 'depends'
  /** Its contracts: body, querystring, params and headers. */
  schema: FastifySchema
}

/** The signed-in account of a request. @throws 401 if there is none */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw problem('signed-out')
  return request.actor
}

/** @throws problem signed-out or factor-needed (401), password-reset-required or forbidden (403) */
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
 * Requires that the person authenticated within the last five minutes, for changes that an unattended screen must not
 * allow.
 * @throws problem reauthentication-needed (401)
 */
export function requireFreshSignIn({ stage, authenticatedOn }: Actor) {
  if (stage !== 'whole') throw problem('factor-needed')
  if (Date.now() - Date.parse(authenticatedOn) > FRESH_MS) throw problem('reauthentication-needed')
}

/**
 * Requires every route to declare its access (the app does not start otherwise) and checks it before reading the body.
 * @param findActor reads the session of a request; it belongs to the accounts feature
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
  // Must run after the body is read; otherwise body events would leave the async context.
  app.addHook('preHandler', (request, _reply, done) => {
    request.happened = []
    actingFor(request.actor?.impersonatorId ?? null, done, request.happened)
  })
}
