import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { FilledText } from '#casework/consent-texts/consent-text.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { NewConsentCall } from '../consent.ts'
import { ConsentUses, WithdrawCall } from '../consent-use.ts'
import { caseworkRoles } from '../contact-policy.ts'
import { Contact } from '../contact-record.ts'
import { readConsentText } from './consent-proof.ts'
import type { ConsentUsers } from './consent-users.ts'
import { caseworker } from './contact-routes.ts'
import { listConsentUses, recordConsent, withdrawConsent } from './record-consent.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })

interface ConsentServices {
  database: Database
  consentUsers: ConsentUsers
}

/** The consents of people. */
export const consentRoutes: FastifyPluginAsyncZod<ConsentServices> = async (app, services) => {
  const { database } = services
  app.post(
    '/api/contact/:id/consent',
    { config, schema: { summary: 'Record a consent', params, body: NewConsentCall, response: { 201: Contact } } },
    async (request, reply) =>
      reply
        .code(201)
        .send(await recordConsent(database, caseworker(actorOf(request)), request.params.id, request.body)),
  )

  const consentParams = params.extend({ consentId: Id })
  app.get(
    '/api/contact/:id/consent/:consentId/text',
    {
      config,
      schema: {
        summary: 'The text on which a consent was given',
        params: consentParams,
        response: { 200: FilledText },
      },
    },
    (request) => readConsentText(database, caseworker(actorOf(request)), request.params.id, request.params.consentId),
  )

  app.get(
    '/api/contact/:id/consent/:consentId/use',
    {
      config,
      schema: {
        summary: 'Referrals that rest on a consent',
        params: consentParams,
        response: { 200: ConsentUses },
      },
    },
    async (request) => {
      const { id, consentId } = request.params
      const actor = caseworker(actorOf(request))
      return { items: await listConsentUses(services, actor, id, consentId), nextCursor: null }
    },
  )

  app.post(
    '/api/contact/:id/consent/:consentId/withdraw',
    {
      config,
      schema: {
        summary: 'Withdraw a consent',
        params: consentParams,
        body: WithdrawCall,
        response: { 200: Contact },
      },
    },
    (request) => {
      const { id, consentId } = request.params
      return withdrawConsent(services, caseworker(actorOf(request)), { contactId: id, consentId, call: request.body })
    },
  )
}
