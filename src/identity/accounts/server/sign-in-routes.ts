import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { actorOf } from '#platform/server/access.ts'
import type { Captcha } from '#platform/server/captcha.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { CurrentUser, LoggedIn, Login } from '../account.ts'
import { originOf } from './account-event.ts'
import { getCurrentUser } from './account-queries.ts'
import { completeSignIn } from './complete-sign-in.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

/** Signing in and out, and the current user. Both readings of the sign-in path share a handler. */
export const signInRoutes: FastifyPluginAsyncZod<{
  database: Database
  config: Config
  throttle: LoginThrottle
  captcha: Captcha
}> = async (app, services) => {
  const { database, config } = services
  for (const path of ['/api/auth/login/fallback', '/api/authentication/login'])
    app.post(
      path,
      {
        config: { access: 'anyone' },
        schema: { summary: 'Sign in with address and password', body: Login, response: { 200: LoggedIn } },
      },
      async (request, reply) => {
        const account = await signIn(services, { ...request.body, ...originOf(request), from: request.ip })
        return completeSignIn(services, request, reply, { account, method: 'password' })
      },
    )

  app.post(
    '/api/authentication/logout',
    { config: { access: 'anyone' }, schema: { summary: 'Sign out', response: { 204: z.null() } } },
    async (request, reply) => {
      await signOut(services, request, reply)
      // Not "storage": the page removes what it stored for accounts, and the chosen colors stay.
      reply.header('clear-site-data', '"cache"')
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/api/portalAccount/current',
    {
      config: { access: 'any-session' },
      schema: { summary: 'The account that is signed in', response: { 200: CurrentUser } },
    },
    (request) => getCurrentUser(database, actorOf(request), config.productName),
  )
}
