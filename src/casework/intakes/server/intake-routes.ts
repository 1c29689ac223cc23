import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import {
  AnswersCall,
  CompleteCall,
  Intake,
  IntakeList,
  ListQuery,
  NewIntake,
  SavedAnswers,
  TakeUpCall,
  VoidCall,
} from '../intake.ts'
import { completeIntake, requireVersionInUse, takeUpNeed } from './complete-intake.ts'
import { getIntake, listIntakes, showIntake } from './intake-queries.ts'
import { saveAnswers } from './save-answers.ts'
import { moveIntake, startIntake, voidIntake } from './start-intake.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })
const response = { 200: Intake }

/** Intakes that staff fill in for the people whom their organization serves. */
export const intakeRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (
  app,
  { database, config: { timeZone } },
) => {
  app.get(
    '/api/intake/',
    { config, schema: { summary: 'The intakes of a person', querystring: ListQuery, response: { 200: IntakeList } } },
    async (request) => ({
      items: await listIntakes(database, actorOf(request), request.query.contactId),
      nextCursor: null,
    }),
  )

  app.post(
    '/api/intake/',
    { config, schema: { summary: 'Begin an intake, or go on with its draft', body: NewIntake, response } },
    (request) => startIntake(database, actorOf(request), request.body),
  )

  app.get(
    '/api/intake/:id',
    { config, schema: { summary: 'An intake with its questions and answers', params, response } },
    (request) => showIntake(database, actorOf(request), request.params.id),
  )

  app.put(
    '/api/intake/:id/answers',
    {
      config,
      schema: { summary: 'Save answers of an intake', params, body: AnswersCall, response: { 200: SavedAnswers } },
    },
    (request) => {
      const actor = actorOf(request)
      return database.transaction().execute(async (transaction) => {
        const intake = await getIntake(transaction, actor, request.params.id, { lock: true })
        return saveAnswers(transaction, intake, actor.accountId, request.body.answers)
      })
    },
  )

  app.post(
    '/api/intake/:id/complete',
    { config, schema: { summary: 'Complete an intake', params, body: CompleteCall, response } },
    (request) => {
      const actor = actorOf(request)
      return database.transaction().execute(async (transaction) => {
        const intake = await getIntake(transaction, actor, request.params.id, { lock: true })
        if (request.body) await requireVersionInUse(transaction, intake, request.body.versionId)
        await completeIntake(transaction, intake, actor.accountId, dayIn(timeZone))
        return showIntake(transaction, actor, intake.id)
      })
    },
  )

  app.post(
    '/api/intake/:id/move',
    { config, schema: { summary: 'Move a draft to the version in use', params, response } },
    (request) => moveIntake(database, actorOf(request), request.params.id),
  )

  app.post(
    '/api/intake/:id/void',
    { config, schema: { summary: 'Mark an intake as entered in error', params, body: VoidCall, response } },
    (request) => voidIntake(database, actorOf(request), request.params.id, request.body.reason),
  )

  app.post(
    '/api/intake/:id/need',
    { config, schema: { summary: 'Take up a need that an intake raised', params, body: TakeUpCall, response } },
    (request) => takeUpNeed(database, actorOf(request), request.params.id, request.body.need),
  )
}
