import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { actorOf } from '#platform/server/access.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import {
  MessagePreference,
  type NoticePreference,
  standardMessagePreference,
  standardPreference,
  UserPreference,
} from '../user-preference.ts'

type Part = typeof UserPreference | typeof MessagePreference

const findPreference = async <Shape extends Part>(database: Database, accountId: string, shape: Shape) =>
  (await database
    .selectFrom('userPreference')
    .select(columnsOf(shape as z.ZodObject) as (keyof NoticePreference)[])
    .where('accountId', '=', accountId)
    .executeTakeFirst()) as z.infer<Shape> | undefined

/** Saves one record of the row; the other does not change. */
const savePreference = <Shape extends Part>(
  database: Database,
  accountId: string,
  shape: Shape,
  given: z.infer<Shape>,
) =>
  database.transaction().execute(async (transaction) => {
    const saved = await transaction
      .insertInto('userPreference')
      .values({ accountId, ...given })
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet(given))
      .returning(columnsOf(shape as z.ZodObject) as (keyof NoticePreference)[])
      .executeTakeFirstOrThrow()
    await recordAudit(transaction, {
      actorId: accountId,
      action: 'preferences-saved',
      subjectType: 'account',
      subjectId: accountId,
    })
    return saved as z.infer<Shape>
  })

/** A person's own notification preferences. */
export const userPreferenceRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  const tags = ['accounts']
  const config = { access: 'signed-in' as const }
  app.get(
    '/api/userPreference',
    { config, schema: { tags, summary: 'My preferences for notices of referrals', response: { 200: UserPreference } } },
    async (request) =>
      (await findPreference(database, actorOf(request).accountId, UserPreference)) ?? standardPreference,
  )

  app.put(
    '/api/userPreference',
    {
      config,
      schema: {
        tags,
        summary: 'Save my preferences for notices of referrals',
        body: UserPreference,
        response: { 200: UserPreference },
      },
    },
    (request) => savePreference(database, actorOf(request).accountId, UserPreference, request.body),
  )

  app.get(
    '/api/userPreference/message',
    {
      config,
      schema: { tags, summary: 'My preferences for notices of messages', response: { 200: MessagePreference } },
    },
    async (request) =>
      (await findPreference(database, actorOf(request).accountId, MessagePreference)) ?? standardMessagePreference,
  )

  app.put(
    '/api/userPreference/message',
    {
      config,
      schema: {
        tags,
        summary: 'Save my preferences for notices of messages',
        body: MessagePreference,
        response: { 200: MessagePreference },
      },
    },
    (request) => savePreference(database, actorOf(request).accountId, MessagePreference, request.body),
  )
}
