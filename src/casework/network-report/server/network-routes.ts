import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#platform/server/access.ts'
import { networkRoles } from '../network-policy.ts'
import { NetworkFileQuery, NetworkQuery, NetworkReport } from '../network-report.ts'
import { exportNetwork } from './export-network.ts'
import { type NetworkServices, reportOfNetwork } from './report-network.ts'

const config = { access: networkRoles }
const path = '/api/report/network'
const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

/** What became of the referrals of all organizations, in published counts. */
export const networkRoutes: FastifyPluginAsyncZod<NetworkServices> = async (app, services) => {
  app.get(
    path,
    {
      config,
      schema: {
        summary: 'What became of the referrals of the network, in rounded counts',
        querystring: NetworkQuery,
        response: { 200: NetworkReport },
      },
    },
    (request) => reportOfNetwork(services, actorOf(request), request.query),
  )
  app.get(
    `${path}/export`,
    {
      config,
      schema: {
        summary: 'Download the network report with its definitions and filters',
        querystring: NetworkFileQuery,
        produces: ['text/csv', 'application/json'],
      },
    },
    async (request, reply) => {
      const { file, inLanguage, ...query } = request.query
      const text = await exportNetwork(services, actorOf(request), query, { file, language: inLanguage })
      return reply
        .type(types[file])
        .header('content-disposition', `attachment; filename="network-report.${file}"`)
        .header('cache-control', 'no-store')
        .send(text)
    },
  )
}
