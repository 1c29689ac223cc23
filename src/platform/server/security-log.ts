import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Registry } from 'prom-client'
import { forgetHappenings } from './acting-for.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { networkOf } from './network-of.ts'
import type { Problem } from './problem.ts'
import { createPseudonyms } from './pseudonym.ts'

/** The security event of a problem; null for errors that ordinary users make every day. */
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
    /** Missing if an app is built without the rest of the product. */
    securityLog?: SecurityLog
  }
}

/** The number of events in this process, for /metrics. */
export const securityMetrics = new Registry()
const counter = new Counter({
  name: 'hearthline_security_events_total',
  help: 'Security events of this process, by event',
  labelNames: ['event'],
  registers: [securityMetrics],
})

/**
 * The security log: lines named "security" in the portal's log. They contain identifiers and pseudonyms of network and
 * e-mail addresses, never user input. docs/guide/logs.md lists the events.
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
  /** The target of an attempt: an e-mail address has the same pseudonym whether or not it has an account. */
  const targetOf = ({ body }: FastifyRequest) => {
    const email = (body as { email?: unknown } | null | undefined)?.email
    return typeof email === 'string' ? { target: pseudonym('email', email.trim().toLowerCase().slice(0, 320)) } : {}
  }
  return {
    /** Logs a refused request. */
    refused: (request: FastifyRequest, problem: Problem) => {
      const event = eventOf(problem, request)
      if (!event) return
      counter.inc({ event })
      lines.warn({ event, reason: problem.code, ...where(request), ...targetOf(request) }, 'security')
    },
    /** Logs the events noted during a successful request. */
    succeeded: (request: FastifyRequest) => {
      for (const { event, ...detail } of forgetHappenings(request.happened)) {
        counter.inc({ event })
        lines.info({ event, ...where(request), ...detail }, 'security')
      }
    },
    /** Logs a failed sign-in to an existing account, detected after the response. */
    attacked: (accountId: string, email: string, event: string) => {
      counter.inc({ event: 'account-attacked' })
      const target = pseudonym('email', email.trim().toLowerCase())
      lines.warn({ event: 'account-attacked', reason: event, account: accountId, target }, 'security')
    },
    networkName: (request: FastifyRequest) => pseudonym('network', networkOf(request.ip)),
  }
}
export type SecurityLog = ReturnType<typeof createSecurityLog>

/**
 * Logs one line per request, and its security events. The route pattern replaces the URL, which can contain names and
 * codes.
 */
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
