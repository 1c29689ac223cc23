import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { NextFits } from '../next-fit.ts'
import { findNextFits } from './find-next-fits.ts'

interface NextFitServices {
  database: Database
  config: Pick<Config, 'timeZone'>
}

export const nextFitRoutes: FastifyPluginAsyncZod<NextFitServices> = async (app, { database, config }) => {
  app.get(
    '/api/referral/:id/nextFit',
    {
      config: { access: caseworkRoles },
      schema: {
        summary: 'Services that may help after a referral ended without help',
        params: z.object({ id: Id }),
        response: { 200: NextFits },
      },
    },
    async (request) => ({ items: await findNextFits(database, config.timeZone, actorOf(request), request.params.id) }),
  )
}
