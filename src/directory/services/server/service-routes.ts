import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { findMergedOrganization } from '#identity/organizations/server/organizations-public.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import { Id } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { maySeeUnlisted, staleBefore } from '../directory-policy.ts'
import { ListedOrganization, ServiceDetail } from '../service-detail.ts'
import { ServicePage, ServiceQuery, TermNode } from '../service-search.ts'
import { findNearly } from './find-nearly.ts'
import { findListedOrganization } from './organization-json.ts'
import { findServiceDetail } from './service-detail-queries.ts'
import { listServiceItems } from './service-item-queries.ts'
import { type ListAccepted, placeReaderOf } from './shown-place.ts'
import { listTerms, withCategories } from './taxonomy-term-queries.ts'

/** Counts a search that is not a further page. `id` is given by the browser, so that the same search counts once. */
export type CountSearch = (
  actor: Actor,
  search: Pick<ServiceQuery, 'text' | 'category' | 'near'> & { id: string | undefined; outcome: SearchOutcome },
) => Promise<unknown>
type SearchOutcome = 'nothing' | 'relaxed' | 'found'
export const outcomeOf = (found: unknown[], relaxed: unknown[]): SearchOutcome =>
  found.length === 0 ? 'nothing' : relaxed.length ? 'relaxed' : 'found'

/** The resource directory: search, one service, the categories. */
export const serviceRoutes: FastifyPluginAsyncZod<{
  database: Database
  config: Pick<Config, 'timeZone' | 'listings'>
  listAccepted: ListAccepted
  countSearch: CountSearch
}> = async (app, { database, config, listAccepted, countSearch }) => {
  const readerOf = (request: FastifyRequest, serviceIds: string[]) =>
    placeReaderOf(database, actorOf(request), serviceIds, listAccepted)

  app.get(
    '/api/service/',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Search services by words, place and what they offer',
        querystring: ServiceQuery,
        response: { 200: ServicePage },
      },
    },
    async (request) => {
      const { found, nextCursor, here, correctedText, relaxed, fartherCount, offers } = await findNearly(
        database,
        {
          ...(await withCategories(database, request.query)),
          staleBefore: staleBefore(dayIn(config.timeZone), config.listings.staleMonths),
        },
        config.timeZone,
      )
      const { cursor, searchId: id, text, category, near } = request.query
      if (!cursor)
        await countSearch(actorOf(request), {
          id,
          text,
          category,
          near,
          outcome: outcomeOf(found, relaxed),
        }).catch((error) => request.log.error({ err: error }, 'a search was not counted'))
      const ids = found.map((f) => f.serviceId)
      return {
        items: await listServiceItems(database, ids, here, config.timeZone, await readerOf(request, ids)),
        nextCursor,
        searchedFor: correctedText,
        relaxed,
        fartherCount,
        offers,
      }
    },
  )

  app.get(
    '/api/service/:id',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'A service with its locations, hours and conditions',
        params: z.object({ id: Id }),
        response: { 200: ServiceDetail },
      },
    },
    async (request) => {
      const { id } = request.params
      const service = await findServiceDetail(database, id, config.timeZone, await readerOf(request, [id]))
      if (!service || !(service.isListed || maySeeUnlisted(actorOf(request), service))) throw problem('not-found')
      return service
    },
  )

  app.get(
    '/api/listedOrganization/:id',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'An organization of the directory; if it was merged into another one, that one',
        params: z.object({ id: Id }),
        response: { 200: ListedOrganization },
      },
    },
    async ({ params: { id } }) => {
      const stays = await findMergedOrganization(database, id)
      const organization = await findListedOrganization(database, stays ?? id)
      if (!organization) throw problem('not-found')
      return organization
    },
  )

  app.get(
    '/api/taxonomyTerm/',
    {
      config: { access: 'signed-in' },
      schema: { summary: 'Categories of services', response: { 200: z.object({ items: z.array(TermNode) }) } },
    },
    async () => ({
      items: await listTerms(database),
    }),
  )
}
