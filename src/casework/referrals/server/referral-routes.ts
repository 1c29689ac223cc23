import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles, doesCasework } from '#casework/clients/contact-policy.ts'
import { MentionablePeople } from '#casework/message-mentions/mention.ts'
import { Id, PageQuery } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import { problem } from '#platform/server/problem.ts'
import { FirstContactCall } from '../first-contact.ts'
import {
  ConfirmRecipient,
  DraftChange,
  NewReferral,
  NewReferralMessage,
  ReadCall,
  Referral,
  ReferralInvitation,
  ReferralMessage,
  ReferralMessageChange,
  ReferralMessagePage,
  ReferralPage,
  ReferralQuery,
  ReferralSearch,
  TransitionCall,
  Waiting,
} from '../referral-call.ts'
import { changeDraft } from './change-draft.ts'
import { confirmRecipient } from './confirm-recipient.ts'
import { createReferral } from './create-referral.ts'
import { editMessage } from './edit-message.ts'
import { getReferral } from './get-referral.ts'
import { listMentionable } from './list-mentionable.ts'
import { settleReferral } from './next-try.ts'
import { recordFirstContact } from './record-first-contact.ts'
import type { ReferralServices } from './referral-context.ts'
import { getInvitation } from './referral-invitation.ts'
import { listReferrals } from './referral-list-queries.ts'
import { listMessages, readReferral, writeMessage } from './referral-messages.ts'
import { transitionReferral } from './transition-referral.ts'
import { getWaiting } from './waiting-queries.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })

function caseworker(actor: Actor) {
  if (!doesCasework(actor)) throw problem('forbidden')
  return actor
}

/** Referrals between organizations: creating, reading, moving, and messages. */
export const referralRoutes: FastifyPluginAsyncZod<ReferralServices> = async (app, services) => {
  const { database } = services
  app.get(
    '/api/referral/',
    {
      config,
      schema: {
        summary: 'Incoming and outgoing referrals',
        querystring: ReferralQuery,
        response: { 200: ReferralPage },
      },
    },
    (request) => listReferrals(database, caseworker(actorOf(request)), request.query),
  )

  // A search is like the list; its words may be names, so they are sent in the body.
  app.post(
    '/api/referral/search',
    {
      config,
      schema: { summary: 'Search referrals by words', body: ReferralSearch, response: { 200: ReferralPage } },
    },
    (request) => listReferrals(database, caseworker(actorOf(request)), request.body),
  )

  app.post(
    '/api/referral/',
    {
      config,
      schema: {
        summary: 'Make a referral, and send it unless it stays a draft',
        body: NewReferral,
        response: { 201: Referral },
      },
    },
    async (request, reply) => {
      const actor = caseworker(actorOf(request))
      return reply.code(201).send(await createReferral(services, actor, request.body))
    },
  )

  app.get(
    '/api/referral/waiting',
    { config, schema: { summary: 'What waits for me, and what I sent lately', response: { 200: Waiting } } },
    (request) => getWaiting(database, caseworker(actorOf(request))),
  )

  // Open to anyone, because a claim link's code can take the place of the ID; an ID itself requires a session.
  const idOrCode = z.object({ id: z.string().max(100) })
  app.get(
    '/api/referral/:id',
    {
      config: { access: 'anyone', signedInFor: 'With the ID of a referral, the caller has to be signed in.' },
      schema: {
        summary: 'A referral, or what a claim link opens',
        params: idOrCode,
        response: { 200: z.union([Referral, ReferralInvitation]) },
      },
    },
    async (request) => {
      const { id } = request.params
      if (Id.safeParse(id).success) return getReferral(database, actorOf(request), id)
      return getInvitation(database, id)
    },
  )

  app.put(
    '/api/referral/:id',
    {
      config,
      schema: {
        summary: 'Replace a draft, all of it: what is left out is cleared',
        params,
        body: DraftChange,
        response: { 200: Referral },
      },
    },
    async (request) => {
      const actor = caseworker(actorOf(request))
      await changeDraft(services, actor, request.params.id, request.body)
      return getReferral(database, actor, request.params.id)
    },
  )

  await app.register(stepRoutes, services)
  await app.register(messageRoutes, services)
}

/** The steps of a referral. */
const stepRoutes: FastifyPluginAsyncZod<ReferralServices> = async (app, services) => {
  const { database } = services
  app.post(
    '/api/referral/:id/settle',
    {
      config,
      schema: { summary: 'Decide that nothing more is tried for a need', params, response: { 200: Referral } },
    },
    async (request) => {
      const actor = caseworker(actorOf(request))
      await settleReferral(services, actor, request.params.id)
      return getReferral(database, actor, request.params.id)
    },
  )

  app.post(
    '/api/referral/:id/transition',
    {
      config,
      schema: {
        summary: 'Take one step of a referral',
        params,
        body: TransitionCall,
        response: { 200: Referral },
      },
    },
    async (request) => {
      const actor = caseworker(actorOf(request))
      return transitionReferral(services, actor, request.params.id, request.body)
    },
  )

  app.post(
    '/api/referral/:id/firstContact',
    {
      config,
      schema: {
        summary: 'Record the first contact with the person',
        params,
        body: FirstContactCall,
        response: { 200: Referral },
      },
    },
    async (request) => {
      const actor = caseworker(actorOf(request))
      await recordFirstContact(services, actor, request.params.id, request.body)
      return getReferral(database, actor, request.params.id)
    },
  )

  app.post(
    '/api/referral/:id/confirmRecipient',
    {
      config,
      schema: {
        summary: 'Confirm that an account belongs to the recipient',
        params,
        body: ConfirmRecipient,
        response: { 200: Referral },
      },
    },
    async (request) => {
      const actor = caseworker(actorOf(request))
      await confirmRecipient(services, actor, request.params.id, request.body)
      return getReferral(database, actor, request.params.id)
    },
  )
}

/** The messages between the two organizations. */
const messageRoutes: FastifyPluginAsyncZod<ReferralServices> = async (app, { database }) => {
  app.get(
    '/api/referral/:id/message',
    {
      config,
      schema: {
        summary: 'Messages on a referral, newest first',
        params,
        querystring: PageQuery,
        response: { 200: ReferralMessagePage },
      },
    },
    (request) => listMessages(database, actorOf(request), request.params.id, request.query),
  )

  app.post(
    '/api/referral/:id/message',
    {
      config,
      schema: {
        summary: 'Write a message on a referral',
        params,
        body: NewReferralMessage,
        response: { 201: ReferralMessage },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await writeMessage(database, caseworker(actorOf(request)), request.params.id, request.body)),
  )

  app.get(
    '/api/referral/:id/mentionable',
    {
      config,
      schema: { summary: 'Who can be mentioned in a message', params, response: { 200: MentionablePeople } },
    },
    async (request) => ({
      items: await listMentionable(database, actorOf(request), request.params.id),
      nextCursor: null,
    }),
  )

  app.put(
    '/api/referral/:id/message/:messageId',
    {
      config,
      schema: {
        summary: 'Correct one’s own message, within five minutes',
        params: z.object({ id: Id, messageId: Id }),
        body: ReferralMessageChange,
        response: { 200: ReferralMessage },
      },
    },
    (request) => {
      const { id: referralId, messageId: id } = request.params
      return editMessage(database, caseworker(actorOf(request)), { referralId, id }, request.body.text)
    },
  )

  app.post(
    '/api/referral/:id/read',
    {
      config,
      schema: {
        summary: 'Mark messages on a referral as read',
        params,
        body: ReadCall,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await readReferral(database, actorOf(request), request.params.id, request.body.lastSequence)
      return reply.code(204).send(null)
    },
  )
}
