import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import { answerStale } from '#platform/server/answer-stale.ts'
import type { Database } from '#platform/server/database.ts'
import {
  CorrectionCall,
  DiscardCall,
  DraftCall,
  FormList,
  FormsInUse,
  IntakeForm,
  NewForm,
  PublishCall,
} from '../intake-form.ts'
import { formAdminRoles, formRoles } from '../intake-form-policy.ts'
import { archiveForm, correctTexts, createForm, discardDraft, publishForm, saveDraft } from './change-form.ts'
import { getForm, listForms, listFormsInUse, showForm } from './form-queries.ts'

/** A form has at most as much as its editor shows at once without becoming slow. */
const FORM_LIMIT = 1024 * 1024
const params = z.object({ id: Id })
const response = { 200: IntakeForm }
const use = { access: formRoles }
const change = { access: formAdminRoles }

/** Intake forms: built by admins, used by staff. */
export const intakeFormRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/intakeForm/',
    { config: use, schema: { summary: 'Intake forms that I may use or change', response: { 200: FormList } } },
    (request) => listForms(database, actorOf(request)),
  )

  app.post(
    '/api/intakeForm/',
    { config: change, schema: { summary: 'Create an intake form', body: NewForm, response: { 201: IntakeForm } } },
    async (request, reply) => reply.code(201).send(await createForm(database, actorOf(request), request.body)),
  )

  app.get(
    '/api/intakeForm/inUse',
    { config: use, schema: { summary: 'Forms in use with their questions', response: { 200: FormsInUse } } },
    (request) => listFormsInUse(database, actorOf(request)),
  )

  app.get(
    '/api/intakeForm/:id',
    { config: use, schema: { summary: 'An intake form', params, response } },
    async (request) => {
      const actor = actorOf(request)
      return showForm(database, actor, await getForm(database, actor, request.params.id))
    },
  )

  app.put(
    '/api/intakeForm/:id/draft',
    {
      config: change,
      bodyLimit: FORM_LIMIT,
      schema: { summary: 'Save the draft of an intake form', params, body: DraftCall, response },
    },
    (request) => {
      const actor = actorOf(request)
      const { id } = request.params
      return answerStale(
        () => saveDraft(database, actor, id, request.body),
        async () => showForm(database, actor, await getForm(database, actor, id)),
      )
    },
  )

  app.delete(
    '/api/intakeForm/:id/draft',
    {
      config: change,
      schema: {
        summary: 'Discard the draft of an intake form',
        params,
        querystring: DiscardCall,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { id } = request.params
      await answerStale(
        () => discardDraft(database, actor, id, request.query.revision),
        async () => showForm(database, actor, await getForm(database, actor, id)),
      )
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/intakeForm/:id/publish',
    {
      config: change,
      schema: { summary: 'Publish the draft of an intake form', params, body: PublishCall, response },
    },
    (request) => publishForm(database, actorOf(request), request.params.id, request.body.revision),
  )

  app.put(
    '/api/intakeForm/:id/text',
    {
      config: change,
      schema: { summary: 'Correct texts of the version in use', params, body: CorrectionCall, response },
    },
    (request) => correctTexts(database, actorOf(request), request.params.id, request.body),
  )

  for (const [path, summary, isArchived] of [
    ['archive', 'Take an intake form out of use', true],
    ['restore', 'Take an intake form back into use', false],
  ] as const)
    app.post(`/api/intakeForm/:id/${path}`, { config: change, schema: { summary, params, response } }, (request) =>
      archiveForm(database, actorOf(request), request.params.id, isArchived),
    )
}
