import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { NewDecision, Review, ReviewPage, ReviewQuery } from '../review.ts'
import { decideReview } from './decide-review.ts'
import { getReview, listReviews } from './review-queries.ts'

const tags = ['review']
const access = { access: ['platform-admin'] as const }
const params = z.object({ id: Id })

/** The queue of registrations that a platform admin decides. */
export const reviewRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (app, services) => {
  const { database } = services

  app.get(
    '/api/admin/review',
    { config: access, schema: { tags, querystring: ReviewQuery, response: { 200: ReviewPage } } },
    ({ query }) => listReviews(database, query),
  )

  app.get(
    '/api/admin/review/:id',
    { config: access, schema: { tags, params, response: { 200: Review } } },
    ({ params: { id } }) => getReview(database, id),
  )

  app.post(
    '/api/admin/review/:id/decision',
    { config: access, schema: { tags, params, body: NewDecision, response: { 200: Review } } },
    (request) => decideReview(services, request.params.id, request.body, actorOf(request).accountId),
  )
}
