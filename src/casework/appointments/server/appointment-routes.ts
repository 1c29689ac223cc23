import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { AppointmentCall, CancelAppointmentCall, ShownAppointment } from '../appointment.ts'
import { cancelAppointment, getAppointment, saveAppointment } from './save-appointment.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })
const done = { 204: z.null() }
const path = '/api/referral/:id/appointment'

/** The appointment of a referral. */
export const appointmentRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    path,
    { config, schema: { summary: 'The appointment of a referral', params, response: { 200: ShownAppointment } } },
    (request) => getAppointment(database, actorOf(request), request.params.id),
  )
  app.put(
    path,
    { config, schema: { summary: 'Record or change the appointment', params, body: AppointmentCall, response: done } },
    async (request, reply) => {
      await saveAppointment(database, actorOf(request), request.params.id, request.body)
      return reply.code(204).send(null)
    },
  )
  app.delete(
    path,
    {
      config,
      schema: { summary: 'Cancel the appointment', params, querystring: CancelAppointmentCall, response: done },
    },
    async (request, reply) => {
      await cancelAppointment(database, actorOf(request), request.params.id, request.query)
      return reply.code(204).send(null)
    },
  )
}
