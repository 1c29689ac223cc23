import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { maySeeOrganization } from '../organization-policy.ts'
import {
  NewOrganization,
  OrganizationChange,
  OrganizationNames,
  OrganizationPage,
  OrganizationProfile,
  OrganizationQuery,
  ReferenceEntry,
  ReferenceList,
  SignInRule,
  SignInRuleChange,
} from '../organization-profile.ts'
import { addOrganization, changeOrganization, type RecordProfile } from './change-organization.ts'
import {
  findOrganization,
  findTaxStatus,
  listOrganizations,
  listReference,
  suggestOrganizations,
} from './organization-queries.ts'
import { getSignInRule, setSignInRule } from './sign-in-rule.ts'

const anyone = { access: 'anyone' as const }
const signedIn = { access: 'signed-in' as const }
const params = z.object({ id: Id })
const wholeList = <Item>(items: Item[]) => ({ items, nextCursor: null })

async function getVisible(database: Database, id: string, actor: Actor) {
  const organization = await findOrganization(database, id)
  if (!organization || !maySeeOrganization(actor, organization)) throw problem('not-found')
  return organization
}

/** Organizations: by name for registration, complete for signed-in accounts. */
export const organizationRoutes: FastifyPluginAsyncZod<{
  database: Database
  recordProfile: RecordProfile
}> = async (app, { database, recordProfile }) => {
  const base = '/api/organization'
  const answer = { 200: OrganizationProfile }

  app.get(
    base,
    {
      config: signedIn,
      schema: { summary: 'Organizations', querystring: OrganizationQuery, response: { 200: OrganizationPage } },
    },
    (request) => listOrganizations(database, request.query, actorOf(request)),
  )

  app.get(
    `${base}/current`,
    { config: signedIn, schema: { summary: 'My organization', response: answer } },
    async (request) => {
      const actor = actorOf(request)
      if (!actor.organizationId) throw problem('not-found')
      return getVisible(database, actor.organizationId, actor)
    },
  )

  const own = { config: { access: ['organization-admin'] as const } }
  app.get(
    `${base}/current/requireMfa`,
    {
      ...own,
      schema: { summary: 'Whether my organization requires a second factor', response: { 200: SignInRule } },
    },
    async (request) => {
      const { organizationId } = actorOf(request)
      return getSignInRule(database, organizationId)
    },
  )
  app.put(
    `${base}/current/requireMfa`,
    {
      config: { ...own.config, credentials: true, fresh: true },
      schema: {
        summary: 'Set whether my organization requires a second factor',
        body: SignInRuleChange,
        response: { 200: SignInRule },
      },
    },
    (request) => setSignInRule(database, actorOf(request), request.body),
  )

  const nameQuery = z.object({ name: z.string().max(200).default('') })
  app.get(
    `${base}/autocomplete`,
    {
      config: anyone,
      schema: {
        summary: 'Suggest organizations by name',
        querystring: nameQuery,
        response: { 200: OrganizationNames },
      },
    },
    async ({ query }) => wholeList(await suggestOrganizations(database, query.name)),
  )

  app.get(
    `${base}/:id`,
    { config: signedIn, schema: { summary: 'An organization', params, response: answer } },
    (request) => getVisible(database, request.params.id, actorOf(request)),
  )

  app.post(
    base,
    {
      config: { access: ['platform-admin'] },
      schema: { summary: 'Add an organization', body: NewOrganization, response: { 201: OrganizationProfile } },
    },
    async (request, reply) => reply.code(201).send(await addOrganization(database, request.body, actorOf(request))),
  )

  app.put(
    base,
    {
      config: signedIn,
      schema: { summary: 'Change my organization', body: OrganizationChange, response: answer },
    },
    (request) => {
      if (!request.body.id) throw fieldProblem('id', 'invalid')
      return changeOrganization(database, request.body.id, request.body, actorOf(request), recordProfile)
    },
  )
  app.put(
    `${base}/:id`,
    {
      config: signedIn,
      schema: { summary: 'Change an organization', params, body: OrganizationChange, response: answer },
    },
    (request) => changeOrganization(database, request.params.id, request.body, actorOf(request), recordProfile),
  )
}

/** The types of organizations: for taxes, and in plain words. */
export const referenceRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  const list = (summary: string) => ({ config: anyone, schema: { summary, response: { 200: ReferenceList } } })
  app.get('/api/organizationType', list('Types of organizations'), async () =>
    wholeList(await listReference(database, 'organizationType')),
  )
  app.get('/api/taxStatus', list('Tax statuses'), async () => wholeList(await listReference(database, 'taxStatus')))
  app.get(
    '/api/taxStatus/:id',
    { config: anyone, schema: { summary: 'A tax status', params, response: { 200: ReferenceEntry } } },
    async (request) => {
      const found = await findTaxStatus(database, request.params.id)
      if (!found) throw problem('not-found')
      return found
    },
  )
}
