import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { legalPdf, pageOf } from '#identity/legal/server/legal-public.ts'
import { Id, PageQuery } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { ErasureCall, ErasureProposalCount, ErasureProposalPage } from '../erasure.ts'
import { erasePerson } from './erase-person.ts'
import { countProposals, keepPerson, listProposals } from './erasure-proposals.ts'
import { exportDocument } from './export-document.ts'
import { exportPerson } from './export-person.ts'

const tags = ['rights of the person']
const params = z.object({ id: Id })
const admins = { access: ['organization-admin'] as const }
const ExportQuery = z.object({
  format: z.enum(['json', 'pdf']).default('json'),
  language: z.enum(['en', 'es']).default('en'),
})

type Services = { database: Database; config: Pick<Config, 'productName' | 'timeZone' | 'retention'> }

/** Exporting everything on record about a person, and erasing it. */
export const personRightsRoutes: FastifyPluginAsyncZod<Services> = async (app, { database, config }) => {
  app.get(
    '/api/contact/:id/export',
    {
      config: { access: ['organization-admin', 'community-member'] },
      schema: {
        tags,
        summary: 'Download all that is on record about a person',
        params,
        querystring: ExportQuery,
        produces: ['application/json', 'application/pdf'],
      },
    },
    async (request, reply) => {
      const exported = await exportPerson(database, actorOf(request), request.params.id)
      const { format, language } = request.query
      reply.header('content-disposition', `attachment; filename="person-record.${format}"`)
      if (format === 'json')
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(exported, null, 2))
      const document = exportDocument(exported, language, config.timeZone)
      const pdf = await legalPdf(document, { productName: config.productName, pageOf: pageOf[language] })
      return reply.type('application/pdf').send(pdf)
    },
  )
  app.post(
    '/api/contact/:id/erase',
    {
      config: { ...admins, fresh: true },
      schema: { tags, summary: "Erase a person's record", params, body: ErasureCall, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await erasePerson(database, actorOf(request), request.params.id, request.body.name)
      return reply.code(204).send(null)
    },
  )
  proposalRoutes(app, { database, config })
}

function administrator(actor: Actor) {
  if (actor.organizationId === null) throw problem('forbidden')
  return { ...actor, organizationId: actor.organizationId }
}

/** People without activity for longer than the retention time. */
function proposalRoutes(app: Parameters<typeof personRightsRoutes>[0], { database, config }: Services) {
  app.get(
    '/api/erasureProposal',
    {
      config: admins,
      schema: {
        tags,
        summary: 'Records that are due to be erased',
        querystring: PageQuery,
        response: { 200: ErasureProposalPage },
      },
    },
    (request) => listProposals(database, administrator(actorOf(request)), config.retention, request.query),
  )
  app.get(
    '/api/erasureProposal/count',
    {
      config: admins,
      schema: { tags, summary: 'How many records are due to be erased', response: { 200: ErasureProposalCount } },
    },
    async (request) => ({
      count: await countProposals(database, administrator(actorOf(request)).organizationId),
      months: config.retention.months,
    }),
  )
  app.post(
    '/api/erasureProposal/:id/keep',
    {
      config: admins,
      schema: { tags, summary: 'Keep a record that is due to be erased', params, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await keepPerson(database, actorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
