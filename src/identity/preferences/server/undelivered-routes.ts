import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { dialable } from '#platform/schema/phone-number.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { listUndelivered } from '#platform/server/message-life.ts'
import { Undelivered } from '../undelivered.ts'
import { listListeners } from './listener-queries.ts'

/** Shows a person that a message to their own address or number was not delivered. */
export const undeliveredRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/userPreference/undelivered',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Messages to me that could not be delivered',
        response: { 200: z.object({ items: z.array(Undelivered) }) },
      },
    },
    async (request) => {
      const [me] = await listListeners(database, [actorOf(request).accountId])
      if (!me) return { items: [] }
      const recipients = [me.email, ...(me.phoneNumber ? [dialable(me.phoneNumber)] : [])]
      return { items: await listUndelivered(database, recipients) }
    },
  )
}
