import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  findHsds,
  findMergedInto,
  findMergedTerm,
  findUnknownFilter,
  type HsdsDepth,
  type HsdsFilters,
  type HsdsList,
  type HsdsRecord,
  listHsds,
  streamHsds,
} from '#directory/services/server/directory-public.ts'
import { findMergedOrganization } from '#identity/organizations/server/organizations-public.ts'
import { Id } from '#platform/schema/fields.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import {
  findContradiction,
  type HsdsParameters,
  hsdsParameters,
  OrganizationParameters,
  pageOf,
} from '../hsds-parameters.ts'
import { answerOpenly, setLastModified } from './answer-openly.ts'
import { profileRoutes } from './profile-routes.ts'
import { withoutContacts } from './without-contacts.ts'

/** The standard's schemas define the content. */
const Record = z.record(z.string(), z.unknown())
const Page = z.object({
  total_items: z.number().int(),
  total_pages: z.number().int(),
  page_number: z.number().int(),
  size: z.number().int(),
  first_page: z.boolean(),
  last_page: z.boolean(),
  empty: z.boolean(),
  contents: z.array(Record),
})
const ById = z.object({ id: Id })
const NoBody = z.strictObject({}).nullish()
const anyone = { access: 'anyone' as const, isOpenToOtherSites: true }
const limited = { ...anyone, limitedAs: 'open-data' as const }
const names = Object.keys(hsdsParameters) as HsdsList[]

const filtersOf = (given: HsdsParameters): HsdsFilters => ({
  search: given.search,
  taxonomyTermId: given.taxonomy_term_id,
  taxonomyId: given.taxonomy_id,
  organizationId: given.organization_id,
  modifiedAfter: given.modified_after,
  topOnly: given.top_only,
  parentId: given.parent_id,
  postcode: given.postcode,
  proximity: given.proximity,
})

const depthOf = (given: HsdsParameters): HsdsDepth => {
  if (given.full_service) return 'full-service'
  if (given.full) return 'full'
  return given.minimal ? 'minimal' : 'listed'
}

/** The record into which one was merged; undefined if it was not. */
function findStanding(database: Database, name: HsdsList, id: string) {
  if (name === 'services') return findMergedInto(database, id)
  if (name === 'taxonomy_terms') return findMergedTerm(database, id)
  return name === 'organizations' ? findMergedOrganization(database, id) : undefined
}

const fieldOf = (filter: string) => filter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A parameter that names nothing in the directory is a mistake, not an empty list. */
async function refuseMistakes(database: Database, given: HsdsParameters, filters: HsdsFilters) {
  const contradiction = findContradiction(given)
  if (contradiction) throw fieldProblem(contradiction.field, contradiction.why)
  const unknown = await findUnknownFilter(database, filters)
  if (unknown) throw fieldProblem(fieldOf(unknown), 'is not known')
  const { organizationId } = filters
  if (organizationId !== undefined && !(await findHsds(database, 'organizations', organizationId, 'listed')))
    throw fieldProblem('organization_id', 'is not known')
}

/**
 * The directory as an API based on Open Referral HSDS 3.1. Contains only listed records, and is public like the
 * directory. POST is the same search as GET, as in the official document.
 */
export const hsdsRoutes: FastifyPluginAsyncZod<{
  database: Database
  config: Pick<Config, 'publicUrl' | 'productName' | 'hsds'>
}> = async (app, { database, config }) => {
  answerOpenly(app)
  await app.register(profileRoutes, { config })
  const published = (record: HsdsRecord) => (config.hsds.withContacts ? record : withoutContacts(record))

  app.get(
    '/hsds/',
    {
      config: anyone,
      schema: {
        summary: 'Which version of HSDS this directory is published in',
        querystring: z.strictObject({}),
        response: { 200: Record },
      },
    },
    async () => ({
      version: '3.1',
      profile: `${config.publicUrl}/hsds/profile/`,
      openapi_url: `${config.publicUrl}/hsds/profile/openapi.json`,
    }),
  )

  async function* lines(name: HsdsList, filters: HsdsFilters, depth: HsdsDepth) {
    for await (const records of streamHsds(database, name, { filters, depth }))
      yield records.map((record) => `${JSON.stringify(published(record))}\n`).join('')
  }

  async function answerList(name: HsdsList, given: HsdsParameters, reply: FastifyReply) {
    const filters = filtersOf(given)
    // Whoever knows a merged organization or category means the one into which it was merged.
    const { organizationId, taxonomyTermId, parentId } = filters
    if (organizationId)
      filters.organizationId = (await findMergedOrganization(database, organizationId)) ?? organizationId
    if (taxonomyTermId) filters.taxonomyTermId = (await findMergedTerm(database, taxonomyTermId)) ?? taxonomyTermId
    if (parentId) filters.parentId = (await findMergedTerm(database, parentId)) ?? parentId
    await refuseMistakes(database, given, filters)
    const depth = depthOf(given)
    if (given.format === 'ndjson')
      return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(lines(name, filters, depth)))
    const { page, perPage } = pageOf(given)
    const { total, contents } = await listHsds(database, name, { filters, depth }, { page, perPage })
    const pages = Math.ceil(total / perPage)
    return {
      total_items: total,
      total_pages: pages,
      page_number: page,
      size: contents.length,
      first_page: page === 1,
      last_page: page >= pages,
      empty: contents.length === 0,
      contents: contents.map(published),
    }
  }

  for (const name of names) {
    const summary = `A page of the directory's ${name}, or all of them as NDJSON`
    const querystring = hsdsParameters[name]
    app.get(
      `/hsds/${name}`,
      { config: limited, schema: { summary, querystring, response: { 200: Page } } },
      (request, reply) => answerList(name, request.query as HsdsParameters, reply),
    )
    app.post(
      `/hsds/${name}`,
      { config: limited, schema: { summary, querystring, body: NoBody, response: { 200: Page } } },
      (request, reply) => answerList(name, request.query as HsdsParameters, reply),
    )
    app.get(
      `/hsds/${name}/:id`,
      {
        config: limited,
        schema: {
          summary: 'One record of the directory',
          params: ById,
          querystring: name === 'organizations' ? OrganizationParameters : z.strictObject({}),
          response: { 200: Record },
        },
      },
      async ({ params, query, url }, reply) => {
        const depth = (query as { full_service?: boolean }).full_service ? 'full-service' : 'full'
        const record = await findHsds(database, name, params.id, depth)
        if (!record) {
          const stays = await findStanding(database, name, params.id)
          const asked = url.includes('?') ? url.slice(url.indexOf('?')) : ''
          if (stays) return reply.redirect(`/hsds/${name}/${stays}${asked}`, 307)
          throw problem('not-found')
        }
        const service = name === 'service_at_locations' ? (record.service as HsdsRecord) : record
        setLastModified(reply, service.last_modified)
        return published(record)
      },
    )
  }
}
