import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { JoinDecision, JoinRequests } from '#identity/team/join-request.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { NewDecision, Review, ReviewPage, ReviewQuery } from '../review.ts'
import { decideReview } from './decide-review.ts'
import { getReview, listJoinRequests, listReviews } from './review-queries.ts'

const tags = ['review']
const access = { access: ['platform-admin'] as const }
const params = z.object({ id: Id })

/** The queue of registrations, which platform admins decide. */
export const reviewRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (app, services) => {
  const { database } = services

  app.get(
    '/api/admin/review',
    {
      config: access,
      schema: { tags, summary: 'Registrations to review', querystring: ReviewQuery, response: { 200: ReviewPage } },
    },
    ({ query }) => listReviews(database, query),
  )

  app.get(
    '/api/admin/review/:id',
    { config: access, schema: { tags, summary: 'A registration to review', params, response: { 200: Review } } },
    ({ params: { id } }) => getReview(database, id),
  )

  app.post(
    '/api/admin/review/:id/decision',
    {
      config: access,
      schema: { tags, summary: 'Decide on a registration', params, body: NewDecision, response: { 200: Review } },
    },
    async (request) => {
      const { id } = request.params
      await decideReview(services, id, request.body, { accountId: actorOf(request).accountId, organizationId: null })
      return getReview(database, id)
    },
  )
}

/** The requests to join an organization, which its own admins decide. */
export const joinRequestRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (
  app,
  services,
) => {
  const { database } = services
  const base = '/api/organization/current/joinRequest'
  const admins = { access: ['organization-admin'] as const }
  const ownOf = (request: FastifyRequest) => {
    const { accountId, organizationId } = actorOf(request)
    if (!organizationId) throw problem('not-found')
    return { accountId, organizationId }
  }

  app.get(
    base,
    { config: admins, schema: { tags, summary: 'Requests to join my organization', response: { 200: JoinRequests } } },
    async (request) => ({
      items: await listJoinRequests(database, ownOf(request).organizationId),
      nextCursor: null,
    }),
  )

  app.post(
    `${base}/:id/decision`,
    {
      config: { ...admins, credentials: true, fresh: true },
      schema: { tags, summary: 'Decide on a request to join', params, body: JoinDecision, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await decideReview(services, request.params.id, request.body, ownOf(request))
      return reply.code(204).send(null)
    },
  )
}
