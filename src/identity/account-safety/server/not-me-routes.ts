import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { originOf } from '#identity/accounts/server/accounts-public.ts'
import { NotMeCode, NotMeDone, NotMeLink } from '../not-me.ts'
import { getNotMeLink, type NotMeServices, reportNotMe } from './report-not-me.ts'

/** For the 'this was not me' link of a security mail. Only the POST changes anything. */
export const notMeRoutes: FastifyPluginAsyncZod<NotMeServices> = async (app, services) => {
  const config = { access: 'anyone' as const }
  const path = '/api/authentication/notMe/:code'
  app.get(
    path,
    {
      config,
      schema: {
        summary: 'What a “this was not me” link is about',
        params: NotMeCode,
        response: { 200: NotMeLink },
      },
    },
    (request) => getNotMeLink(services.database, request.params.code),
  )
  app.post(
    path,
    {
      config,
      schema: {
        summary: 'Freeze the account after a change that its owner did not make',
        params: NotMeCode,
        response: { 200: NotMeDone },
      },
    },
    (request) => reportNotMe(services, request.params.code, originOf(request)),
  )
}
