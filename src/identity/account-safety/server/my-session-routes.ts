import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { extendSession, originOf, readSessionClock } from '#identity/accounts/server/accounts-public.ts'
import { Id, PageQuery } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { readLanguage } from '#platform/server/texts.ts'
import { ActivityPage, ExportQuery } from '../my-activity.ts'
import { EndedSessions, MySessions, SessionClock } from '../my-session.ts'
import { activityCsv } from './export-activity.ts'
import { listActivity, listAllActivity } from './list-activity.ts'
import { endMySessions, listMySessions } from './my-sessions.ts'

const signedIn = { access: 'signed-in' as const }
const changing = { ...signedIn, credentials: true, fresh: true }

/** A person's own sessions, the remaining time of this one, and their account's activity. */
export const mySessionRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/mySession',
    { config: signedIn, schema: { summary: 'My active sessions', response: { 200: MySessions } } },
    async (request) => ({
      items: await listMySessions(database, actorOf(request)),
    }),
  )
  app.delete(
    '/api/mySession/:id',
    {
      config: changing,
      schema: {
        summary: 'End one of my sessions',
        params: z.object({ id: Id }),
        response: { 200: EndedSessions },
      },
    },
    async (request) => ({
      ended: await endMySessions(database, actorOf(request), { id: request.params.id, origin: originOf(request) }),
    }),
  )
  app.delete(
    '/api/mySession',
    { config: changing, schema: { summary: 'End all my other sessions', response: { 200: EndedSessions } } },
    async (request) => ({ ended: await endMySessions(database, actorOf(request), { origin: originOf(request) }) }),
  )

  const clock = { response: { 200: SessionClock } }
  app.get(
    '/api/authentication/session',
    { config: { ...signedIn, isPassive: true }, schema: { ...clock, summary: 'When this session ends' } },
    (request) => readSessionClock(database, actorOf(request).sessionId),
  )
  app.post(
    '/api/authentication/session',
    { config: signedIn, schema: { ...clock, summary: 'Keep this session active' } },
    async (request) => {
      const { sessionId } = actorOf(request)
      await extendSession(database, sessionId)
      return readSessionClock(database, sessionId)
    },
  )

  app.get(
    '/api/myActivity',
    {
      config: signedIn,
      schema: {
        summary: 'What happened to my account, newest first',
        querystring: PageQuery,
        response: { 200: ActivityPage },
      },
    },
    (request) => listActivity(database, actorOf(request).accountId, request.query),
  )
  app.get(
    '/api/myActivity/export',
    {
      config: signedIn,
      schema: {
        summary: 'Download what happened to my account',
        querystring: ExportQuery,
        produces: ['text/csv', 'application/json'],
      },
    },
    async (request, reply) => {
      const { format } = request.query
      const items = await listAllActivity(database, actorOf(request).accountId)
      reply
        .header('content-disposition', `attachment; filename="account-activity.${format}"`)
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
      return format === 'csv'
        ? activityCsv(items, readLanguage(request.headers['accept-language']))
        : JSON.stringify({ items }, null, 2)
    },
  )
}
