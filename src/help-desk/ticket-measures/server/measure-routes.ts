import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { MeasureExportQuery, MeasureQuery, Measures } from '../measure.ts'
import { rolesThatMeasure, rolesThatSetHours } from '../measures-policy.ts'
import { WorkingHours, WorkingHoursChange } from '../working-hours.ts'
import { changeWorkingHours } from './change-working-hours.ts'
import { exportMeasures } from './export-measures.ts'
import { measure } from './measure.ts'
import { findWorkingHours } from './working-hours-queries.ts'

const access = { access: rolesThatMeasure }
const path = '/api/supportPortal/measure/'
const hoursPath = '/api/supportPortal/workingHours/'

/** How long the help desk takes to answer and to resolve tickets, and the working hours used to measure it. */
export const measureRoutes: FastifyPluginAsyncZod<{ database: Database; config: Pick<Config, 'timeZone'> }> = async (
  app,
  services,
) => {
  app.get(
    path,
    {
      config: access,
      schema: {
        summary: 'How quickly tickets were answered and closed',
        querystring: MeasureQuery,
        response: { 200: Measures },
      },
    },
    (request) => measure(services, actorOf(request), request.query),
  )
  app.get(
    `${path}export`,
    {
      config: access,
      schema: {
        summary: 'Download how quickly tickets were answered and closed',
        querystring: MeasureExportQuery,
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const { language, ...query } = request.query
      const file = await exportMeasures(services, actorOf(request), query, language)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="help-desk-times.csv"')
        .header('cache-control', 'no-store')
        .send(file)
    },
  )

  app.get(
    hoursPath,
    { config: access, schema: { summary: "The help desk's working hours", response: { 200: WorkingHours } } },
    () => findWorkingHours(services.database, services.config.timeZone),
  )
  app.put(
    hoursPath,
    {
      config: { access: rolesThatSetHours },
      schema: {
        summary: "Change the help desk's working hours",
        body: WorkingHoursChange,
        response: { 200: WorkingHours },
      },
    },
    (request) => changeWorkingHours(services, actorOf(request), request.body),
  )
}
