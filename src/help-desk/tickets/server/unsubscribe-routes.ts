import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { problem } from '#platform/server/problem.ts'
import { EmailUpdates } from '../answering.ts'
import type { HelpDeskServices } from './help-desk-services.ts'
import { publishTicket } from './notify-about-ticket.ts'
import { recordTicketChange } from './record-ticket-change.ts'
import { findTicketNumber, lockTicket, setSubscription } from './support-request-queries.ts'
import { ASSIGNED_TICKETS, readUnsubscribeCode } from './unsubscribe-code.ts'
import { savePreference } from './waiting/waiting-queries.ts'

const config = { access: 'anyone' } as const
const params = z.object({ code: z.string().max(100) })
const path = '/api/supportPortal/supportRequest/unsubscribe/:code'

/** Lets mail programs unsubscribe their reader from a ticket, without a sign-in (RFC 8058). */
export const unsubscribeRoutes: FastifyPluginAsyncZod<HelpDeskServices> = async (app, services) => {
  const { secretKeys, publicUrl } = services.config
  // Mail programs send a form, whose content is always the same.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, null),
  )

  app.post(
    path,
    {
      config,
      schema: {
        summary: 'End e-mail updates, as mail programs do with one click',
        params,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const subscription = readUnsubscribeCode(secretKeys, request.params.code)
      if (!subscription) throw problem('invalid-token')
      await services.database.transaction().execute(async (transaction) => {
        if (subscription.supportRequestId === ASSIGNED_TICKETS)
          return savePreference(transaction, subscription.accountId, { mailsOfAnswers: false })
        const ticket = await lockTicket(transaction, subscription.supportRequestId)
        if (!ticket || !(await setSubscription(transaction, ticket.id, subscription.accountId, false))) return
        const change = { field: 'receiveEmailUpdates', from: 'Yes', to: 'No' } as const
        await recordTicketChange(transaction, subscription, ticket.id, change)
        await publishTicket(transaction, ticket)
      })
      return reply.code(204).send(null)
    },
  )

  // People and link scanners only open the link: the page asks before it ends anything.
  const toPage = { 302: z.null().describe('On to the page that asks') }
  app.get(
    path,
    { config, schema: { summary: 'Go to the page that ends e-mail updates', params, response: toPage } },
    async (request, reply) =>
      reply.redirect(`${publicUrl}/support/emailUpdates/${encodeURIComponent(request.params.code)}`),
  )

  app.get(
    '/api/supportPortal/emailUpdates/:code',
    {
      config,
      schema: { summary: 'What a link to end e-mail updates is about', params, response: { 200: EmailUpdates } },
    },
    async (request) => {
      const subscription = readUnsubscribeCode(secretKeys, request.params.code)
      if (!subscription) throw problem('invalid-token')
      const { supportRequestId } = subscription
      if (supportRequestId === ASSIGNED_TICKETS) return { ticketNumber: null }
      const ticketNumber = await findTicketNumber(services.database, supportRequestId)
      if (!ticketNumber) throw problem('invalid-token')
      return { ticketNumber }
    },
  )
}
