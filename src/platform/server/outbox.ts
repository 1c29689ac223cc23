import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { requireThisMachine } from './known-hosts.ts'
import { problem } from './problem.ts'

export const OutboxMessage = z.object({
  id: z.uuid(),
  channel: z.enum(['email', 'sms', 'voice']),
  to: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  createdOn: z.iso.datetime(),
})

/** Registered only in evaluation, and only for this machine: all messages that would have been sent, newest first. */
export const outboxRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (
  app,
  { database, config },
) => {
  // The outbox contains all reset links and sign-in codes.
  app.addHook('onRequest', async (request) => requireThisMachine(request, config.publicUrl))
  const query = z.object({ to: z.string().optional(), limit: z.coerce.number().int().min(1).max(1000).default(200) })
  app.get(
    '/api/dev/outbox',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['evaluation'],
        summary: 'Messages that an evaluation did not send',
        querystring: query,
        response: { 200: z.array(OutboxMessage) },
      },
    },
    ({ query: { to, limit } }) =>
      database
        .selectFrom('message')
        .select(['id', 'channel', 'subject', 'html', 'headers', 'createdOn'])
        .select((eb) => [eb.ref('recipient').$notNull().as('to'), eb.ref('text').$notNull().as('text')])
        .where('deliveredOn', 'is not', null)
        .where('blankedOn', 'is', null)
        .$if(to !== undefined, (q) => q.where('recipient', '=', to ?? ''))
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute(),
  )

  // Only here, a message's own styles are allowed: the page shows this response in a sandbox.
  app.get(
    '/api/dev/outbox/:id/html',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['evaluation'],
        summary: 'A message as its reader would see it',
        params: z.object({ id: z.uuid() }),
        produces: ['text/html'],
      },
    },
    async ({ params: { id } }, reply) => {
      const row = await database.selectFrom('message').select('html').where('id', '=', id).executeTakeFirst()
      if (!row?.html) throw problem('not-found')
      return reply
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
        )
        .header('x-frame-options', 'SAMEORIGIN')
        .type('text/html; charset=utf-8')
        .send(row.html)
    },
  )
}
