import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { doesCasework } from '#casework/clients/contact-policy.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { readTimeZone } from '#platform/server/read-time-zone.ts'
import { readLanguage } from '#platform/server/texts.ts'
import { exportRoles, PeopleExport } from '../people-export.ts'
import { exportPeople } from './export-people.ts'

/** The list of people as a file. */
export const peopleListRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  // Words of a search may be names, so they are sent in the body.
  app.post(
    '/api/contact/export',
    {
      config: { access: exportRoles },
      schema: { summary: 'Download people who match a search', body: PeopleExport, produces: ['text/csv'] },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      if (!doesCasework(actor)) throw problem('forbidden')
      const { headers, body } = request
      const reader = { zone: readTimeZone(headers['time-zone']), language: readLanguage(headers['accept-language']) }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="people.csv"')
        .send(await exportPeople(database, actor, body, reader))
    },
  )
}
