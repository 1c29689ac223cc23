import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import { CheckAnswer, CheckCode, CheckLink, WaitingPage, WaitingQuery } from '../listing-check.ts'
import { answerCheck, getCheckLink } from './answer-check.ts'
import type { CheckProduct } from './start-checks.ts'
import { listWaiting } from './work-list.ts'

/** Confirming listings by the link of a mail, and the work list of those that nobody confirmed. */
export const freshnessRoutes: FastifyPluginAsyncZod<{ database: Database; config: CheckProduct }> = async (
  app,
  services,
) => {
  const { database, config } = services

  app.get(
    '/api/listingCheck/',
    {
      config: { access: managerRoles },
      schema: {
        summary: 'The services that nobody confirmed for long, the most important first',
        querystring: WaitingQuery,
        response: { 200: WaitingPage },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query
      const after = readCursor(cursor, [z.number().int(), Timestamp, Id]) as [number, string, string] | undefined
      return listWaiting(database, config, { limit, after })
    },
  )

  app.get(
    '/api/listingCheck/link/:code',
    {
      config: { access: 'anyone' },
      schema: {
        summary: 'What a link “is this still correct?” is about',
        params: CheckCode,
        response: { 200: CheckLink },
      },
    },
    (request) => getCheckLink(services, request.params.code),
  )

  app.post(
    '/api/listingCheck/link/:code',
    {
      config: { access: 'anyone' },
      schema: {
        summary: 'Confirm that services are still correct, by the link of a mail, which works once',
        params: CheckCode,
        body: CheckAnswer,
        response: { 200: z.object({ confirmed: z.number().int() }) },
      },
    },
    (request) => answerCheck(services, request.params.code, request.body),
  )
}
