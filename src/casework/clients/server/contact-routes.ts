import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { SafeContactChange } from '#casework/safe-contact/safe-contact.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import { Id, PageQuery } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { caseworkRoles, doesCasework, maySeePhones } from '../contact-policy.ts'
import {
  Contact,
  ContactChange,
  ContactPage,
  ContactSearch,
  DuplicateQuery,
  LikelyDuplicate,
  NewContactCall,
} from '../contact-record.ts'
import { findPhoneOwner, viewPhones } from './contact-queries.ts'
import { findDuplicates } from './find-duplicates.ts'
import { getContact } from './get-contact.ts'
import { requireServed } from './get-served-person.ts'
import { listContacts } from './list-contacts.ts'
import { changeContact, changeSafeContact, createContact } from './save-contact.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })
const Duplicates = z.object({ items: z.array(LikelyDuplicate), nextCursor: z.null() })
const Phones = z.object({
  items: z.array(z.object({ phoneNumber: z.string(), isPrimary: z.boolean() })),
  nextCursor: z.null(),
})

/** An account with an organization; the roles alone are not enough. */
export function caseworker(actor: Actor) {
  if (!doesCasework(actor)) throw problem('forbidden')
  return actor
}

/** The people whom an organization serves. */
export const contactRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/contact/',
    {
      config,
      schema: { summary: 'People on record, by name', querystring: PageQuery, response: { 200: ContactPage } },
    },
    (request) => listContacts(database, caseworker(actorOf(request)), request.query),
  )
  app.post(
    '/api/contact/search',
    {
      config,
      schema: {
        summary: 'Search people by name, phone number or e-mail address',
        body: ContactSearch,
        response: { 200: ContactPage },
      },
    },
    (request) => listContacts(database, caseworker(actorOf(request)), request.body),
  )

  app.post(
    '/api/contact/',
    { config, schema: { summary: 'Record a person', body: NewContactCall, response: { 201: Contact } } },
    async (request, reply) =>
      reply.code(201).send(await createContact(database, caseworker(actorOf(request)), request.body)),
  )

  app.get(
    '/api/contact/:id',
    { config, schema: { summary: "A person's record", params, response: { 200: Contact } } },
    async (request) => {
      const actor = actorOf(request)
      const found = await findContactRow(database, request.params.id)
      // A record that was merged into another one leads to it.
      const row = found?.mergedInto ? await findContactRow(database, found.mergedInto) : found
      return getContact(database, actor, requireServed(actor, row).id)
    },
  )

  app.put(
    '/api/contact/:id',
    {
      config,
      schema: { summary: "Change a person's record", params, body: ContactChange, response: { 200: Contact } },
    },
    (request) => changeContact(database, caseworker(actorOf(request)), request.params.id, request.body),
  )

  app.put(
    '/api/contact/:id/safeContact',
    {
      config,
      schema: {
        summary: 'Say how a person may be contacted',
        params,
        body: SafeContactChange,
        response: { 200: Contact },
      },
    },
    (request) => changeSafeContact(database, caseworker(actorOf(request)), request.params.id, request.body),
  )

  app.post(
    '/api/contact/duplicate',
    {
      config,
      schema: {
        summary: 'People on record who may be the same',
        body: DuplicateQuery,
        response: { 200: Duplicates },
      },
    },
    async (request) => ({
      items: await findDuplicates(database, caseworker(actorOf(request)), request.body),
      nextCursor: null,
    }),
  )
}

/**
 * The phone numbers of a contact: one's own, of people recorded by one's organization, of one's organization's
 * accounts.
 */
export const phoneRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  const querystring = z.object({ contactId: Id })
  app.get(
    '/api/admin/phone/',
    {
      config: { access: 'signed-in' },
      schema: { summary: 'Phone numbers of a person', querystring, response: { 200: Phones } },
    },
    async (request) => {
      const actor = actorOf(request)
      const owner = await findPhoneOwner(database, request.query.contactId)
      if (!owner || !maySeePhones(actor, { ...owner, isAccountHolder: owner.accountId !== null }))
        throw problem('not-found')
      return { items: await viewPhones(database, actor, owner.id), nextCursor: null }
    },
  )
}
