import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LoggedIn } from '#identity/accounts/account.ts'
import { LinkCode } from '#identity/accounts/password-reset.ts'
import { returnPath } from '#identity/accounts/return-path.ts'
import { hasOtherSignInMethod } from '#identity/accounts/server/accounts-public.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import { problem } from '#platform/server/problem.ts'
import { Elsewhere, LinkedIdentities, LinkOffer, LinkProof, LinkRequest, PendingIdentity } from '../sign-on.ts'
import { comeBack } from './come-back.ts'
import { confirmLink, getLinkOffer, getPending, requestLink } from './link-by-mail.ts'
import { unlinkMyself } from './link-myself.ts'
import type { LinkServices } from './link-proof.ts'
import { createProvider } from './provider.ts'
import { type Aim, beginAttempt } from './sign-on-attempt.ts'
import { setBrowserSecret } from './sign-on-cookie.ts'
import { listIdentities } from './sign-on-queries.ts'
import { endVisit } from './sign-on-visit.ts'

const empty = { 204: z.null() }
const redirect = { 303: z.null().describe('On to the provider, or back to a page of the portal') }
const anyone = { access: 'anyone' as const }
const signedIn = { access: 'signed-in' as const }

/** Sign-in through an OpenID provider; disabled if none is configured. */
export const signOnRoutes: FastifyPluginAsyncZod<Omit<LinkServices, 'provider'>> = async (app, given) => {
  const { database, config } = given
  const services = { ...given, provider: createProvider(config) }
  const begin = async (browser: string, aim: Aim) => {
    if (!config.signOn) throw problem('not-found')
    return services.provider.signInUrl(await beginAttempt(services, browser, aim), aim.purpose === 'confirm')
  }

  app.get(
    '/api/singleSignOn/start',
    { config: anyone, schema: { summary: 'Begin to sign in at the provider', response: redirect } },
    async (request, reply) => {
      const browser = setBrowserSecret(config, request, reply)
      const url = await begin(browser, { purpose: 'sign-in', accountId: null, returnPath: null }).catch((error) => {
        if (error.code === 'sign-on-unreachable') return '/auth/login?problem=unreachable'
        throw error
      })
      return reply.redirect(url, 303)
    },
  )

  app.get(
    '/api/singleSignOn/callback',
    { config: anyone, schema: { summary: 'Return from the provider', response: redirect } },
    async (request, reply) => {
      const search = request.url.split('?')[1] ?? ''
      return reply.redirect(await comeBack(services, request, reply, search), 303)
    },
  )

  app.post(
    '/api/singleSignOn/link',
    {
      config: { ...signedIn, credentials: true, fresh: true },
      schema: { summary: 'Begin to link an account at the provider', response: { 200: Elsewhere } },
    },
    async (request, reply) => {
      const { accountId } = actorOf(request)
      const browser = setBrowserSecret(config, request, reply)
      return { url: await begin(browser, { purpose: 'link', accountId, returnPath: null }) }
    },
  )

  app.get(
    '/api/singleSignOn/confirm',
    {
      config: signedIn,
      schema: {
        summary: 'Whether I can confirm at the provider',
        response: { 200: z.object({ isPossible: z.boolean() }) },
      },
    },
    async (request) => ({
      isPossible: config.signOn !== null && (await listIdentities(database, actorOf(request).accountId)).length > 0,
    }),
  )
  app.post(
    '/api/singleSignOn/confirm',
    {
      config: { ...signedIn, credentials: true },
      schema: {
        summary: 'Begin to confirm at the provider',
        body: z.object({ returnUrl: z.string().max(2000).nullish() }),
        response: { 200: Elsewhere },
      },
    },
    async (request, reply) => {
      const { accountId } = actorOf(request)
      const path = returnPath(request.body.returnUrl ?? null, config.publicUrl, '/home/redirect')
      const browser = setBrowserSecret(config, request, reply)
      return { url: await begin(browser, { purpose: 'confirm', accountId, returnPath: path }) }
    },
  )

  app.post(
    '/api/singleSignOn/signOut',
    { config: anyone, schema: { summary: 'Sign out at the provider as well', response: { 200: Elsewhere } } },
    async (request, reply) => ({ url: await endVisit(services, request, reply) }),
  )

  app.get(
    '/api/singleSignOn/identity',
    { config: signedIn, schema: { summary: 'My accounts at the provider', response: { 200: LinkedIdentities } } },
    async (request) => {
      const { accountId } = actorOf(request)
      return {
        items: await listIdentities(database, accountId),
        mayUnlink: await hasOtherSignInMethod(database, accountId),
      }
    },
  )

  app.delete(
    '/api/singleSignOn/identity/:id',
    {
      config: { ...signedIn, credentials: true, fresh: true },
      schema: { summary: 'Unlink an account at the provider', params: z.object({ id: Id }), response: empty },
    },
    async (request, reply) => {
      await unlinkMyself(services, request, request.params.id)
      return reply.code(204).send(null)
    },
  )
  await app.register(linkByMailRoutes, services)
}

/** Links an identity to an account by a mail to the person's address. */
const linkByMailRoutes: FastifyPluginAsyncZod<LinkServices> = async (app, services) => {
  app.get(
    '/api/singleSignOn/pending',
    {
      config: anyone,
      schema: { summary: "The provider's account that waits to be linked", response: { 200: PendingIdentity } },
    },
    async (request) => ({
      label: (await getPending(services, request)).label,
      provider: services.config.signOn?.name ?? '',
    }),
  )

  app.post(
    '/api/singleSignOn/mail',
    {
      config: anyone,
      schema: {
        summary: "Send a mail with which to link the provider's account",
        body: LinkRequest,
        response: empty,
      },
    },
    async (request, reply) => {
      await requestLink(services, request, request.body.email)
      return reply.code(204).send(null)
    },
  )

  const byCode = { params: z.object({ code: LinkCode }) }
  app.get(
    '/api/singleSignOn/link/:code',
    {
      config: anyone,
      schema: { ...byCode, summary: "What a link for the provider's account is about", response: { 200: LinkOffer } },
    },
    (request) => getLinkOffer(services, request, request.params.code),
  )
  app.post(
    '/api/singleSignOn/link/:code',
    {
      config: anyone,
      schema: {
        ...byCode,
        summary: "Link the provider's account and sign in",
        body: LinkProof,
        response: { 200: LoggedIn },
      },
    },
    (request, reply) => confirmLink(services, request, reply, request.params.code, request.body),
  )
}
