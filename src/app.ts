import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { cookieName, findActor, findListener } from '#identity/accounts/server/accounts-public.ts'
import { guardAccess } from '#platform/server/access.ts'
import { countCalls } from '#platform/server/calls-first.ts'
import { createCaptcha } from '#platform/server/captcha.ts'
import { compressAnswers } from '#platform/server/compress.ts'
import { answerProblem } from '#platform/server/errors.ts'
import { eventStream } from '#platform/server/event-stream.ts'
import { problemsOf, type RouteServices, registerFeature, type Services, tasksOf } from '#platform/server/feature.ts'
import { endConnectionsAtDrain } from '#platform/server/health.ts'
import type { TaskList } from '#platform/server/jobs.ts'
import { createNetworkLimit, limitNetworks } from '#platform/server/network-limit.ts'
import { describeApi, publishApi } from '#platform/server/openapi.ts'
import { secure } from '#platform/server/security.ts'
import { createSecurityLog, logRequests } from '#platform/server/security-log.ts'
import { tidy, tidyCrontab, tidyTask } from '#platform/server/tidy.ts'
import { serveWebClient } from '#platform/server/web-client.ts'
import { writeFrontShell } from '#site/landing/server/front-shell.ts'
import { serverFeatures } from './features.server.ts'
import { pagePlan } from './page-plan.ts'

const BODY_LIMIT = 256 * 1024
const REQUEST_MS = 60_000
const HEADERS_MS = 20_000
const CHECKING_MS = 5000

/** The whole product as one Fastify app: the same in production and in tests. */
export async function buildApp(services: Services & Pick<RouteServices, 'hub' | 'readiness'>) {
  const { config, database, pool, hub, log } = services
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy > 0 && ((_address, hop) => hop < config.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 600 },
    forceCloseConnections: 'idle',
    // Requests on connections that are still open are answered as usual until these are closed.
    return503OnClosing: false,
    // A client that sends its request more slowly than this blocks a connection.
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECKING_MS },
    // Malformed URLs never match a route, so the error handler must be set here too.
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply),
  })
  app.server.maxConnections = config.maxConnections
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerProblem)
  countCalls(app)
  endConnectionsAtDrain(app, services.readiness)
  await secure(app, config)
  await app.register(cookie)
  const problemCodes = Object.keys(problemsOf(serverFeatures))
  await describeApi(app, { product: config.productName, cookie: cookieName(config), problemCodes })
  guardAccess(app, findActor(database, config))
  logRequests(app, log, createSecurityLog(log, config))
  await compressAnswers(app)

  const screenPaths = serverFeatures.flatMap(({ screens = [] }) => screens)
  await serveWebClient(app, config, { screenPaths, front: writeFrontShell(config.productName), plan: pagePlan })
  publishApi(app, config.productName)
  eventStream(app, { database, hub, findListener: findListener(database) })
  const networkLimit = createNetworkLimit(pool, config)
  limitNetworks(app, networkLimit)
  const routeServices = { ...services, networkLimit, captcha: createCaptcha(database, config) }
  for (const feature of serverFeatures) await registerFeature(app, feature, routeServices)
  return app
}

/** Everything that runs outside a request. */
export const buildTasks = (services: Services): TaskList => ({
  ...tasksOf(serverFeatures, services),
  [tidyTask]: tidy(
    services.database,
    serverFeatures.flatMap((feature) => feature.tidy ?? []),
  ),
})

/** Repeated tasks, in graphile-worker's crontab form. */
export const crontab = [tidyCrontab, ...serverFeatures.flatMap(({ schedules = [] }) => schedules)].join('\n')
