import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { OfferedAnswers, OfferedAnswersQuery } from '#help-desk/canned-answers/canned-answer.ts'
import { Id, PageQuery } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import { problem } from '#platform/server/problem.ts'
import { Mentionable, MentionableQuery, MentionPage, Watch, Watchers } from '../../answering.ts'
import { seesInternalNotes } from '../../help-desk-policy.ts'
import { requireVisible } from '../get-support-request.ts'
import type { HelpDeskServices } from '../help-desk-services.ts'
import { listWatchers } from '../notify-subscribers.ts'
import { publishMention } from './mention.ts'
import { listMentionable, listUnseenMentions, markMentionsSeen } from './mention-queries.ts'
import { offerAnswers } from './offer-answers.ts'
import { watchTicket } from './watch.ts'

const config = { access: 'signed-in' } as const
const agents = { access: ['support-agent', 'platform-admin'] } as const
const params = z.object({ id: Id })
const path = '/api/supportPortal/supportRequest/:id'

/** Mentions and canned answers in notes, and the watchers of a ticket. */
export const answeringRoutes: FastifyPluginAsyncZod<HelpDeskServices> = async (app, services) => {
  const { database } = services
  app.get(
    `${path}/mentionable`,
    {
      config,
      schema: {
        summary: 'People who can be mentioned in a ticket',
        params,
        querystring: MentionableQuery,
        response: { 200: Mentionable },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const ticket = await requireVisible(database, actor, request.params.id)
      if (request.query.visibility === 'internal' && !seesInternalNotes(actor)) throw problem('forbidden')
      return { items: await listMentionable(database, ticket, actor, request.query) }
    },
  )

  app.get(
    '/api/supportPortal/mention/',
    {
      config,
      schema: { summary: 'Notes that mention me', querystring: PageQuery, response: { 200: MentionPage } },
    },
    (request) => listUnseenMentions(database, actorOf(request), request.query),
  )

  app.post(
    `${path}/mention/seen`,
    {
      config,
      schema: { summary: 'Mark the mentions of me in a ticket as seen', params, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { id } = await requireVisible(database, actor, request.params.id)
      await database.transaction().execute(async (transaction) => {
        if (await markMentionsSeen(transaction, actor.accountId, id)) await publishMention(transaction, actor.accountId)
      })
      return reply.code(204).send(null)
    },
  )

  app.put(
    `${path}/watch`,
    {
      config,
      schema: { summary: 'Watch a ticket, or stop watching it', params, body: Watch, response: { 200: Watch } },
    },
    (request) => watchTicket(services, actorOf(request), request.params.id, request.body.receiveEmailUpdates),
  )

  app.get(
    `${path}/watcher`,
    { config: agents, schema: { summary: 'Who gets mail about a ticket', params, response: { 200: Watchers } } },
    async (request) => {
      const ticket = await requireVisible(database, actorOf(request), request.params.id)
      return { items: await listWatchers(database, ticket) }
    },
  )

  app.get(
    `${path}/cannedAnswer`,
    {
      config: agents,
      schema: {
        summary: 'Canned answers filled in for a ticket',
        params,
        querystring: OfferedAnswersQuery,
        response: { 200: OfferedAnswers },
      },
    },
    (request) => offerAnswers(database, actorOf(request), request.params.id, request.query.text),
  )
}
