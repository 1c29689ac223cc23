import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { unmetRoles } from '#casework/unmet-needs/unmet-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { NewSchedule, ReportRun, ScheduleList } from '../report-schedule.ts'
import { addSchedule, getRun, listSchedules, stopSchedule } from './change-schedules.ts'

const config = { access: unmetRoles }
const path = '/api/report/schedule/'
const params = z.object({ id: Id })

/** Reports that a person gets regularly. */
export const scheduleRoutes: FastifyPluginAsyncZod<{
  database: Database
  config: Pick<Config, 'timeZone'>
}> = async (app, { database, config: { timeZone } }) => {
  app.get(
    path,
    {
      config,
      schema: { summary: 'The reports that I get regularly, and those made last', response: { 200: ScheduleList } },
    },
    (request) => listSchedules(database, actorOf(request)),
  )
  app.post(
    path,
    {
      config,
      schema: { summary: 'Get a report regularly', body: NewSchedule, response: { 201: ScheduleList } },
    },
    async (request, reply) => {
      await addSchedule(database, actorOf(request), timeZone, request.body)
      return reply.code(201).send(await listSchedules(database, actorOf(request)))
    },
  )
  app.delete(
    `${path}:id`,
    { config, schema: { summary: 'Get a report no longer', params, response: { 200: ScheduleList } } },
    async (request) => {
      await stopSchedule(database, actorOf(request), request.params.id)
      return listSchedules(database, actorOf(request))
    },
  )
  app.get(
    '/api/report/run/:id',
    { config, schema: { summary: 'A report as it was on its day', params, response: { 200: ReportRun } } },
    (request) => getRun(database, actorOf(request), request.params.id),
  )
}
