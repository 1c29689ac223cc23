import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { PromiseCall, ResponsePromise } from '../response-promise.ts'
import { changePromise, getPromise } from './promise-queries.ts'

const config = { access: ['organization-admin'] as const }
const response = { 200: ResponsePromise }
const path = '/api/organization/current/responsePromise'

/** What one's own organization promises to those who refer to it. */
export const responseTimesRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(path, { config, schema: { summary: 'The promised response times', response } }, (request) => {
    const { organizationId } = actorOf(request)
    if (!organizationId) throw problem('forbidden')
    return getPromise(database, organizationId)
  })
  app.put(path, { config, schema: { summary: 'Promise response times', body: PromiseCall, response } }, (request) => {
    const actor = actorOf(request)
    const { organizationId } = actor
    if (!organizationId) throw problem('forbidden')
    return changePromise(database, { ...actor, organizationId }, request.body)
  })
}
