import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles, doesCasework } from '#casework/clients/contact-policy.ts'
import { findSuggestedContact } from '#directory/services/server/directory-public.ts'
import { Id } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import {
  ColleagueSearch,
  Colleagues,
  DestinationSearch,
  FoundDestinations,
  ReferralDestination,
  reachOf,
} from '../destination.ts'
import { getAnswerTime } from './answer-time.ts'
import { findColleagues } from './colleague-queries.ts'
import { findDestinations } from './find-destinations.ts'
import { findChoosable, findRecipient } from './referral-queries.ts'

const config = { access: caseworkRoles }

function caseworker(actor: Actor) {
  if (!doesCasework(actor)) throw problem('forbidden')
  return actor
}

type Recipient = NonNullable<Awaited<ReturnType<typeof findChoosable>>>
function openness(actor: { organizationId: string }, organization: Recipient) {
  const isOwn = organization.id === actor.organizationId
  return { isOwn, takesReferrals: isOwn || reachOf(organization) !== 'none' }
}

interface DestinationServices {
  database: Database
  config: Pick<Config, 'timeZone'>
}

/** Where a referral can be sent, and to whom it can be directed. */
export const destinationRoutes: FastifyPluginAsyncZod<DestinationServices> = async (app, services) => {
  const { database } = services
  const querystring = z.object({ organizationId: Id })
  app.get(
    '/api/referral/destination',
    {
      config,
      schema: {
        summary: 'A service or organization as the destination of a referral',
        querystring,
        response: { 200: ReferralDestination },
      },
    },
    async (request) => {
      const actor = caseworker(actorOf(request))
      const organization = await findChoosable(database, request.query.organizationId, actor.organizationId)
      if (!organization) throw problem('not-found')
      const suggestedContact = organization.hasAccount ? null : await findSuggestedContact(database, organization.id)
      const responseTime = await getAnswerTime(database, organization.id)
      return { ...organization, ...openness(actor, organization), suggestedContact, responseTime }
    },
  )
  app.post(
    '/api/referral/destination/search',
    {
      config,
      schema: {
        summary: 'Search destinations of a referral',
        body: DestinationSearch,
        response: { 200: FoundDestinations },
      },
    },
    async (request) => {
      caseworker(actorOf(request))
      return { items: await findDestinations(database, services.config.timeZone, request.body) }
    },
  )
  app.post(
    '/api/referral/destination/colleague',
    {
      config,
      schema: {
        summary: 'Search colleagues at a destination',
        body: ColleagueSearch,
        response: { 200: Colleagues },
      },
    },
    async (request) => {
      const actor = caseworker(actorOf(request))
      const { organizationId, text } = request.body
      if (!(await findRecipient(database, organizationId))) throw problem('not-found')
      const organization = await findChoosable(database, organizationId, actor.organizationId)
      const isOffered = organization && openness(actor, organization).takesReferrals
      return { items: isOffered ? await findColleagues(database, organizationId, text) : [] }
    },
  )
}
