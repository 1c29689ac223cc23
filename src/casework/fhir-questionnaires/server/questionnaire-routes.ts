import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { formAdminRoles, formRoles } from '#casework/intake-forms/intake-form-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { QuestionnaireAnswer, QuestionnaireCall } from '../questionnaire.ts'
import { importQuestionnaire, showQuestionnaire } from './form-questionnaires.ts'

/** Instruments of several hundred questions have about this size. */
const QUESTIONNAIRE_LIMIT = 1024 * 1024

/** Intake forms as FHIR R4 Questionnaires. */
export const questionnaireRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/intakeForm/:id/questionnaire',
    {
      config: { access: formRoles },
      schema: {
        summary: 'An intake form as a FHIR R4 Questionnaire: the version in use, or the draft if none is published',
        params: z.object({ id: Id }),
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const resource = await showQuestionnaire(database, actorOf(request), request.params.id)
      return reply.type('application/fhir+json; charset=utf-8').send(JSON.stringify(resource, null, 2))
    },
  )

  app.post(
    '/api/intakeForm/questionnaire',
    {
      config: { access: formAdminRoles },
      bodyLimit: QUESTIONNAIRE_LIMIT,
      schema: {
        summary: 'Create an intake form from a FHIR R4 Questionnaire',
        body: QuestionnaireCall,
        response: { 201: QuestionnaireAnswer },
      },
    },
    async (request, reply) => reply.code(201).send(await importQuestionnaire(database, actorOf(request), request.body)),
  )
}
