import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, hasRole, type RoleKey } from '../schema/roles.ts'
import { problem } from './problem.ts'

/**
 * Who may make a call, said on the route: `config: { access: 'signed-in' }`.
 * - `anyone`: no session needed
 * - `signed-in`: any account with a whole session that is not in forced reset
 * - `forced-reset`: signed in, and also open to an account that must reset its password first
 * - a list of roles: signed in with one of them
 * Which records they may touch is the feature's policy.
 */
export type Access = 'anyone' | 'signed-in' | 'forced-reset' | readonly RoleKey[]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    actor: Actor | null
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
}

/** The signed-in account of a request; 401 when there is none. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw problem('signed-out')
  return request.actor
}

export function checkAccess(access: Access, actor: Actor | null) {
  if (access === 'anyone') return
  if (!actor) throw problem('signed-out')
  if (actor.forcePasswordReset && access !== 'forced-reset') throw problem('password-reset-required')
  if (Array.isArray(access) && !hasRole(actor, ...access)) throw problem('forbidden')
}

/**
 * Makes every route declare its access (the app does not boot otherwise) and enforces it before anything of the body is read.
 * @param findActor reads the session of a request; it lives in the accounts feature
 */
export function guardAccess(app: FastifyInstance, findActor: (request: FastifyRequest) => Promise<Actor | null>) {
  app.decorateRequest('actor', null)
  app.decorate('routeAccess', [])
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) throw new Error(`Route ${route.method} ${route.url} declares no access`)
    for (const method of [route.method].flat())
      app.routeAccess.push({ method, url: route.url, access: route.config.access })
  })
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access ?? 'anyone'
    request.actor = await findActor(request)
    checkAccess(access, request.actor)
  })
}
