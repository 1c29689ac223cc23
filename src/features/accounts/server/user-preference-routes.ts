import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { standardPreference, UserPreference } from '#features/notifications/user-preference.ts'
import { actorOf } from '#platform/server/access.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'

const findPreference = (database: Database, accountId: string) =>
  database
    .selectFrom('userPreference')
    .select(columnsOf(UserPreference))
    .where('accountId', '=', accountId)
    .executeTakeFirst()

/** What somebody wants to be told, as they see and set it themselves. */
export const userPreferenceRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  const tags = ['accounts']
  const config = { access: 'signed-in' as const }
  app.get(
    '/api/userPreference',
    { config, schema: { tags, response: { 200: UserPreference } } },
    async (request) => (await findPreference(database, actorOf(request).accountId)) ?? standardPreference,
  )

  app.put(
    '/api/userPreference',
    { config, schema: { tags, body: UserPreference, response: { 200: UserPreference } } },
    (request) => {
      const { accountId } = actorOf(request)
      return database.transaction().execute(async (transaction) => {
        const saved = await transaction
          .insertInto('userPreference')
          .values({ accountId, ...request.body })
          .onConflict((conflict) => conflict.column('accountId').doUpdateSet(request.body))
          .returning(columnsOf(UserPreference))
          .executeTakeFirstOrThrow()
        await recordAudit(transaction, {
          actorId: accountId,
          action: 'preferences-saved',
          subjectType: 'account',
          subjectId: accountId,
        })
        return saved
      })
    },
  )
}
