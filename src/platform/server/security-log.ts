import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Registry } from 'prom-client'
import { forgetHappenings } from './acting-for.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { networkOf } from './network-of.ts'
import type { Problem } from './problem.ts'
import { createPseudonyms } from './pseudonym.ts'

/** The event that a problem is; null for what happens to careful people every day. */
function eventOf({ securityEvent, status }: Problem, request: FastifyRequest) {
  if (securityEvent) return securityEvent
  if (status === 429) return 'throttled'
  if (status === 404 && /:\w*(code|token)/i.test(request.routeOptions.url ?? '')) return 'token-refused'
  if (status === 403 || (status === 404 && request.sessionAccountId && request.routeOptions.url))
    return 'access-refused'
  return status === 401 && request.headers.cookie && !request.hasSession ? 'session-unknown' : null
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent where an app is built without the product around it. */
    securityLog?: SecurityLog
  }
}

/** How often each event happened in this process, for /metrics. */
export const securityMetrics = new Registry()
const counter = new Counter({
  name: 'hearthline_security_events_total',
  help: 'Security events of this process, by event',
  labelNames: ['event'],
  registers: [securityMetrics],
})

/**
 * The log of what matters to security: lines named "security" in the portal's log. They hold identifiers, and pseudonyms of
 * network and e-mail addresses, never what people type. docs/guide/logs.md lists the events.
 */
export function createSecurityLog(log: Log, config: Config) {
  const lines = log.child({ name: 'security' }, { level: log.level === 'silent' ? 'silent' : 'info' })
  const pseudonym = createPseudonyms(config)
  const where = (request: FastifyRequest) => ({
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'page',
    network: pseudonym('network', networkOf(request.ip)),
    actor: request.sessionAccountId,
    impersonator: request.actor?.impersonatorId ?? null,
  })
  /** Whom a try was aimed at: the same e-mail address has the same pseudonym, whether an account has it or not. */
  const targetOf = ({ body }: FastifyRequest) => {
    const email = (body as { email?: unknown } | null | undefined)?.email
    return typeof email === 'string' ? { target: pseudonym('email', email.trim().toLowerCase().slice(0, 320)) } : {}
  }
  return {
    /** A request that was refused. */
    refused: (request: FastifyRequest, problem: Problem) => {
      const event = eventOf(problem, request)
      if (!event) return
      counter.inc({ event })
      lines.warn({ event, reason: problem.code, ...where(request), ...targetOf(request) }, 'security')
    },
    /** What a request did that succeeded, as it was noted on the way. */
    succeeded: (request: FastifyRequest) => {
      for (const { event, ...detail } of forgetHappenings(request.happened)) {
        counter.inc({ event })
        lines.info({ event, ...where(request), ...detail }, 'security')
      }
    },
    /** A failed sign-in at an address that an account has, found out after the answer. */
    attacked: (accountId: string, email: string, event: string) => {
      counter.inc({ event: 'account-attacked' })
      const target = pseudonym('email', email.trim().toLowerCase())
      lines.warn({ event: 'account-attacked', reason: event, account: accountId, target }, 'security')
    },
    networkName: (request: FastifyRequest) => pseudonym('network', networkOf(request.ip)),
  }
}
export type SecurityLog = ReturnType<typeof createSecurityLog>

/** One line for each request, and the security events of it. The route's pattern stands for the address, which can hold names and codes. */
export function logRequests(app: FastifyInstance, log: Log, security: SecurityLog) {
  app.decorate('securityLog', security)
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode < 400) security.succeeded(request)
    const route = request.routeOptions.url ?? 'page'
    if (route.startsWith('/assets')) return
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        network: security.networkName(request),
        actor: request.sessionAccountId ?? undefined,
      },
      'request',
    )
  })
}
