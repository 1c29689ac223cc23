import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Captcha } from '#platform/server/captcha.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { readLanguage } from '#platform/server/texts.ts'
import { CurrentUser } from '../account.ts'
import {
  DisplayedQuestion,
  ForgotPassword,
  LinkCode,
  LinkedAccount,
  MyAccountChange,
  Reauthentication,
  ResetByLink,
  ResetByQuestion,
} from '../password-reset.ts'
import { originOf } from './account-event.ts'
import { getAccountRow, getCurrentUser } from './account-queries.ts'
import { displayQuestion } from './asked-question.ts'
import { changeMyPassword } from './change-my-password.ts'
import type { FactorProof } from './factor-proof.ts'
import { requestPasswordReset } from './forgot-password.ts'
import type { GuessThrottle } from './guess-throttle.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { reauthenticate } from './reauthenticate.ts'
import { getLinkedAccount, resetByLink, sendResetLink } from './reset-link.ts'
import { getQuestionByCode, resetByQuestion } from './reset-password.ts'

interface Services {
  database: Database
  config: Config
  guesses: GuessThrottle
  factors: FactorProof
  throttle: LoginThrottle
  captcha: Captcha
}
const base = '/api/authentication'
const anyone = { access: 'anyone' as const }
const resetting = { access: 'forced-reset' as const }
const done = { 204: z.null() }

/** Passwords: forgotten, reset by a mailed link, changed by their owner. */
export const passwordRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  await app.register(forgottenRoutes, services)
  await app.register(linkRoutes, services)
  await app.register(ownRoutes, services)
}

const forgottenRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { database, config, captcha } = services
  const source = z.object({ source: z.string().toLowerCase().max(60).optional() })
  app.post(
    `${base}/forgot`,
    {
      config: { ...anyone, limitedAs: 'password-reset' },
      schema: {
        summary: 'Send a link to reset a forgotten password',
        body: ForgotPassword,
        querystring: source,
        response: done,
      },
    },
    async (request, reply) => {
      await captcha.require(request.body.captchaCode)
      const known = config.partners.find((p) => p.source === request.query.source)
      await requestPasswordReset(database, request.body.email, known?.source ?? null, originOf(request))
      return reply.code(204).send(null)
    },
  )

  app.get(
    `${base}/getQuestions`,
    { config: resetting, schema: { summary: 'My security question', response: { 200: DisplayedQuestion } } },
    async (request) => {
      const { securityQuestion } = await getAccountRow(database, actorOf(request).accountId)
      return displayQuestion(securityQuestion, readLanguage(request.headers['accept-language']))
    },
  )
  app.get(
    `${base}/getQuestions/:id`,
    {
      config: anyone,
      schema: {
        summary: 'The security question of a reset link',
        params: z.object({ id: LinkCode }),
        response: { 200: DisplayedQuestion },
      },
    },
    async (request) => {
      const { securityQuestion } = await getQuestionByCode(database, request.params.id)
      return displayQuestion(securityQuestion, readLanguage(request.headers['accept-language']))
    },
  )
  app.post(
    `${base}/reset`,
    {
      config: { ...anyone, limitedAs: 'password-reset' },
      schema: {
        summary: 'Set a new password with a reset link and the security answer',
        body: ResetByQuestion,
        response: done,
      },
    },
    async (request, reply) => {
      await resetByQuestion(services, request.body, originOf(request))
      return reply.code(204).send(null)
    },
  )
}

const linkRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { database, config } = services
  app.get(
    `${base}/jwtReset/getAccount/:token`,
    {
      config: anyone,
      schema: {
        summary: "Whose account an administrator's reset link is for",
        params: z.object({ token: LinkCode }),
        response: { 200: LinkedAccount },
      },
    },
    (request) => getLinkedAccount(database, config, request.params.token),
  )
  app.post(
    `${base}/jwtReset`,
    {
      config: anyone,
      schema: {
        summary: "Set a new password with an administrator's reset link",
        body: ResetByLink,
        response: done,
      },
    },
    async (request, reply) => {
      await resetByLink(services, request.body, originOf(request))
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/api/portalAccount/:id/resetLink',
    {
      config: { access: ['organization-admin', 'platform-admin'], credentials: true, fresh: true },
      schema: {
        summary: 'Send an account a link to reset its password',
        params: z.object({ id: Id }),
        response: done,
      },
    },
    async (request, reply) => {
      await sendResetLink(services, actorOf(request), request.params.id, originOf(request))
      return reply.code(204).send(null)
    },
  )
}

const ownRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { database, config } = services
  app.put(
    '/api/myAccountPortalAccount',
    {
      config: { ...resetting, credentials: true },
      schema: {
        summary: 'Change my own password, and what the account still lacks',
        body: MyAccountChange,
        response: { 200: CurrentUser },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      await changeMyPassword(services, actor, request.body, originOf(request))
      return getCurrentUser(database, actor, config.productName)
    },
  )
  app.post(
    `${base}/reauthenticate`,
    {
      config: { access: 'signed-in', credentials: true },
      schema: { summary: 'Enter my password again for a protected act', body: Reauthentication, response: done },
    },
    async (request, reply) => {
      await reauthenticate(services, request, reply, request.body)
      return reply.code(204).send(null)
    },
  )
}
