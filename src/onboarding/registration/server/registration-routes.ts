import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { addJob } from '#platform/server/jobs.ts'
import { readLanguage } from '#platform/server/texts.ts'
import {
  EmailConfirmed,
  NewOrganizationRegistration,
  Registered,
  ResendVerification,
} from '../organization-registration.ts'
import { confirmEmail } from './confirm-email.ts'
import { type RegistrationServices, registerOrganization } from './register-organization.ts'

const access = { access: 'anyone' as const }

/** An organization's admin registers, and confirms the address by a mailed link. */
export const registrationRoutes: FastifyPluginAsyncZod<RegistrationServices> = async (app, services) => {
  const { database, captcha } = services
  const base = '/api/organizationRegistration'

  app.post(
    `${base}/register`,
    {
      config: { ...access, limitedAs: 'sign-up' },
      schema: {
        summary: 'Register an organization',
        body: NewOrganizationRegistration,
        response: { 200: Registered },
      },
    },
    ({ body, headers }) => registerOrganization(services, body, readLanguage(headers['accept-language'])),
  )

  app.post(
    `${base}/verification/:verificationCode`,
    {
      config: access,
      schema: {
        summary: 'Confirm the address of a registration',
        params: z.object({ verificationCode: z.string().max(300) }),
        response: { 200: EmailConfirmed },
      },
    },
    ({ params }) => confirmEmail(database, params.verificationCode),
  )

  app.post(
    `${base}/resendVerification`,
    {
      config: { ...access, limitedAs: 'verification' },
      schema: {
        summary: "Send the mail that confirms a registration's address again",
        body: ResendVerification,
        response: { 204: z.null() },
      },
    },
    async ({ body: { email, captchaCode } }, reply) => {
      await captcha.require(captchaCode ?? undefined)
      await addJob(database, 'resend-verification', { email }, { key: `resend-verification:${email}` })
      return reply.code(204).send(null)
    },
  )
}
