import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles, doesCasework } from '#casework/clients/contact-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import { answerStale } from '#platform/server/answer-stale.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import {
  CurrentList,
  ListChange,
  ListMessage,
  ListPage,
  ListQuery,
  NewEntry,
  NewLink,
  ServiceList,
} from '../service-list.ts'
import { Sheet } from '../sheet.ts'
import { addService, changeList, finishList, removeService } from './change-list.ts'
import { listPdf } from './list-pdf.ts'
import { findCurrentList, getList, listLists, showList } from './list-queries.ts'
import { endLink, shareByLink, shareByMessage } from './share-list.ts'
import { writeSheet } from './write-sheet.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })
const answer = { 200: ServiceList }

/** An account with an organization; the roles alone are not enough. */
function staffOf(request: FastifyRequest) {
  const actor = actorOf(request)
  const { organizationId } = actor
  if (!doesCasework(actor) || !organizationId) throw problem('forbidden')
  return { ...actor, organizationId }
}

/** Lists of services that staff collect, and how they are shared. */
export const listRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (
  app,
  { database, config: product },
) => {
  app.get(
    '/api/serviceList/',
    {
      config,
      schema: { summary: 'Lists of services that I made', querystring: ListQuery, response: { 200: ListPage } },
    },
    (request) => listLists(database, staffOf(request), request.query),
  )

  app.get(
    '/api/serviceList/current',
    { config, schema: { summary: 'The list to which I add services', response: { 200: CurrentList } } },
    async (request) => {
      const list = await findCurrentList(database, staffOf(request))
      return { list: list ? await showList(database, list) : null }
    },
  )

  app.post(
    '/api/serviceList/entry',
    { config, schema: { summary: 'Add a service to my current list', body: NewEntry, response: answer } },
    (request) => addService(database, staffOf(request), request.body.serviceId),
  )

  app.get(
    '/api/serviceList/:id',
    { config, schema: { summary: 'A list of services with what was said about it', params, response: answer } },
    async (request) => showList(database, await getList(database, staffOf(request), request.params.id)),
  )

  app.put(
    '/api/serviceList/:id',
    {
      config,
      schema: {
        summary: 'Change order, notes, language or person of a list',
        params,
        body: ListChange,
        response: answer,
      },
    },
    (request) => {
      const actor = staffOf(request)
      const { id } = request.params
      return answerStale(
        () => changeList(database, actor, id, request.body),
        async () => showList(database, await getList(database, actor, id)),
      )
    },
  )

  app.delete(
    '/api/serviceList/:id/entry/:serviceId',
    {
      config,
      schema: { summary: 'Remove a service from a list', params: params.extend({ serviceId: Id }), response: answer },
    },
    (request) => removeService(database, staffOf(request), request.params.id, request.params.serviceId),
  )

  app.post(
    '/api/serviceList/:id/finish',
    { config, schema: { summary: 'Let the next service begin a new list', params, response: answer } },
    (request) => finishList(database, staffOf(request), request.params.id),
  )

  app.get(
    '/api/serviceList/:id/sheet',
    { config, schema: { summary: 'A list as the person reads it', params, response: { 200: Sheet } } },
    async (request) => writeSheet(database, product, await getList(database, staffOf(request), request.params.id)),
  )

  app.get(
    '/api/serviceList/:id/pdf',
    { config, schema: { summary: 'A list as a tagged PDF', params, produces: ['application/pdf'] } },
    async (request, reply) => {
      const list = await getList(database, staffOf(request), request.params.id)
      const pdf = await listPdf(await writeSheet(database, product, list), product.productName)
      return reply
        .type('application/pdf')
        .header('content-language', list.language)
        .header('content-disposition', 'inline; filename="services.pdf"')
        .send(pdf)
    },
  )

  app.post(
    '/api/serviceList/:id/link',
    { config, schema: { summary: 'Create a link to a list', params, response: { 201: NewLink } } },
    async (request, reply) =>
      reply.code(201).send(await shareByLink(database, product, staffOf(request), request.params.id)),
  )

  app.delete(
    '/api/serviceList/:id/link/:linkId',
    {
      config,
      schema: { summary: 'Withdraw a link to a list', params: params.extend({ linkId: Id }), response: answer },
    },
    async (request) => {
      const { id, linkId } = request.params
      return showList(database, await endLink(database, staffOf(request), id, linkId))
    },
  )

  app.post(
    '/api/serviceList/:id/message',
    {
      config,
      schema: { summary: 'Send a list by e-mail or text message', params, body: ListMessage, response: answer },
    },
    async (request) => {
      const actor = staffOf(request)
      const { id } = request.params
      await shareByMessage(database, product, actor, { id, message: request.body })
      return showList(database, await getList(database, actor, id))
    },
  )
}
