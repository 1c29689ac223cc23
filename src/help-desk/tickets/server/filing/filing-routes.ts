import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { SimilarTickets, WrittenSoFar } from '../../similar-ticket.ts'
import { NewSupportRequest, SupportRequest } from '../../support-request-call.ts'
import { createSupportRequest } from '../create-support-request.ts'
import { IdempotencyHeaders } from '../idempotency-headers.ts'
import { listSimilarTickets } from './similar-ticket-queries.ts'

const config = { access: 'signed-in' } as const
const path = '/api/supportPortal/supportRequest/'

/** Filing a ticket, and suggestions that may make it unnecessary. */
export const filingRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.post(
    path,
    {
      config,
      schema: {
        summary: 'File a ticket; the same Idempotency-Key again answers the ticket that was made',
        headers: IdempotencyHeaders,
        body: NewSupportRequest,
        response: { 201: SupportRequest },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      return reply.code(201).send(await createSupportRequest(database, actorOf(request), request.body, key))
    },
  )

  // Not a GET: the text may be about a person, and would end up in URLs and so in the logs of intermediaries.
  app.post(
    `${path}similar`,
    {
      config,
      schema: {
        summary: 'Tickets that the reader sees and that may be about the same',
        body: WrittenSoFar,
        response: { 200: SimilarTickets },
      },
    },
    async (request) => ({ items: await listSimilarTickets(database, actorOf(request), request.body.text) }),
  )
}
