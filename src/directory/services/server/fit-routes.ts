import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Fit } from '#directory/eligibility/fit.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import { Id } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { referringRoles, staleBefore } from '../directory-policy.ts'
import { PersonSearch, PersonServicePage, type ServiceQuery } from '../service-search.ts'
import { findNearly } from './find-nearly.ts'
import { comparePerson, compareService, listFits, type ReadPerson } from './person-fit.ts'
import { nameServices } from './service-detail-queries.ts'
import { listServiceItems } from './service-item-queries.ts'
import { type CountSearch, outcomeOf } from './service-routes.ts'
import { type ListAccepted, placeReaderOf } from './shown-place.ts'
import { withCategories } from './taxonomy-term-queries.ts'

interface FitServices {
  database: Database
  config: Pick<Config, 'timeZone' | 'listings'>
  listAccepted: ListAccepted
  countSearch: CountSearch
  readPerson: ReadPerson
}

/** How often more is searched for, if most of what was found only may fit. */
const MOST_ROUNDS = 5

/** The directory for a person on record: what fits them, and why. */
export const fitRoutes: FastifyPluginAsyncZod<FitServices> = async (app, services) => {
  const { database, config, countSearch, readPerson } = services
  app.post(
    '/api/service/search',
    {
      config: { access: referringRoles },
      schema: {
        summary: 'Search services for a person on record',
        body: PersonSearch,
        response: { 200: PersonServicePage },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const page = await searchForPerson(services, actor, request.body)
      const { cursor, searchId: id, text, category, near } = request.body
      // Where the person lives is not counted.
      if (!cursor)
        await countSearch(actor, { id, text, category, near, outcome: outcomeOf(page.items, page.relaxed) }).catch(
          (error) => request.log.error({ err: error }, 'a search was not counted'),
        )
      return page
    },
  )

  app.post(
    '/api/service/:id/fit',
    {
      config: { access: referringRoles },
      schema: {
        summary: 'Whether a service fits a person on record',
        params: z.object({ id: Id }),
        body: z.object({ contactId: Id }),
        response: { 200: Fit },
      },
    },
    async (request) => {
      const { id } = request.params
      const today = dayIn(config.timeZone)
      const person = await readPerson(database, actorOf(request), request.body.contactId, today)
      if (!(await nameServices(database, [id])).get(id)?.isListed) throw problem('not-found')
      const fit = await compareService(database, person, id, today)
      if (!fit) throw problem('not-found')
      return fit
    },
  )
}

async function searchForPerson(
  { database, config, listAccepted, readPerson }: FitServices,
  actor: Actor,
  { contactId, fit, anywhere, ...search }: PersonSearch,
): Promise<PersonServicePage> {
  const today = dayIn(config.timeZone)
  const person = await comparePerson(database, await readPerson(database, actor, contactId, today), today)
  const personZip = search.near || anywhere ? null : person.zip
  const query = {
    ...(await withCategories(database, search)),
    near: search.near ?? personZip ?? undefined,
    staleBefore: staleBefore(today, config.listings.staleMonths),
    person: person.facts,
    fit,
  }
  const list = async (asked: Omit<ServiceQuery, 'need'>) => {
    const nearly = await findNearly(database, { ...query, ...asked }, config.timeZone)
    const ids = nearly.found.map(({ serviceId }) => serviceId)
    const reader = await placeReaderOf(database, actor, ids, listAccepted)
    const found = await listServiceItems(database, ids, nearly.here, config.timeZone, reader)
    const fits = await listFits(database, ids, person.facts)
    const items = found.flatMap((item) => {
      const itsFit = fits.get(item.id)
      // What nobody confirmed, only the words of the service say: the search does not know it.
      return itsFit && (fit !== 'fits' || itsFit.verdict === 'fits') ? [{ ...item, fit: itsFit }] : []
    })
    return { ...nearly, items }
  }
  const first = await list(query)
  const { items } = first
  let last = first
  for (let round = 1; round < MOST_ROUNDS && last.nextCursor && items.length < search.limit; round++) {
    last = await list({ ...query, cursor: last.nextCursor, limit: search.limit - items.length })
    items.push(...last.items)
  }
  return {
    items,
    nextCursor: last.nextCursor,
    searchedFor: first.correctedText,
    relaxed: first.relaxed,
    fartherCount: first.fartherCount,
    offers: last.offers,
    personZip,
  }
}
