import { findTowns, type Town, zipOf } from '#directory/places/server/places-public.ts'
import { staleBefore } from '#directory/services/directory-policy.ts'
import {
  anybody,
  findNearly,
  findZipPoint,
  hasPlacesAround,
  listServiceItems,
  withCategories,
} from '#directory/services/server/directory-public.ts'
import { MAX_RADIUS_MILES, type ServiceItem, type ServicePage } from '#directory/services/service-search.ts'
import { suggestOrganizations } from '#identity/organizations/server/organizations-public.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { conditionsOf, PAGE_SIZE, type PublicQuery } from '../public-search.ts'
import { readNext, writeNext } from './next-page.ts'

export interface Product {
  database: Database
  config: Config
}

/** What somebody typed as a place. */
interface Place {
  /** Null if it was not found, or is one of several. */
  zip: string | null
  /** The town, if one was typed. */
  town: string | null
  /** Whether other states have a town of this name. */
  isOneOfSeveral: boolean
  /** The towns of this name, if it is not clear which one is meant. */
  choices: Town[]
  problem: 'find.zipUnknown' | 'find.townUnknown' | null
}

export const townName = ({ town, state }: Pick<Town, 'town' | 'state'>) => `${town}, ${state}`
const none: Place = { zip: null, town: null, isOneOfSeveral: false, choices: [], problem: null }
const METERS_PER_MILE = 1609
const ORGANIZATIONS_SHOWN = 3

/** Towns of one name; the one around which the directory has places is meant, if there is only one. */
async function chooseTown(database: Database, towns: Town[]): Promise<Place> {
  const near = await Promise.all(
    towns.map((town) => hasPlacesAround(database, town, MAX_RADIUS_MILES * METERS_PER_MILE)),
  )
  const likely = towns.filter((_, n) => near[n])
  const [first] = likely.length ? likely : towns
  if (!first) return { ...none, problem: 'find.townUnknown' }
  if (likely.length !== 1 && towns.length > 1) return { ...none, choices: likely.length ? likely : towns }
  return { ...none, zip: first.zip, town: townName(first), isOneOfSeveral: towns.length > 1 }
}

/** The place that somebody typed: a ZIP code, or a town. */
async function readPlace(database: Database, near: string | undefined): Promise<Place> {
  if (!near) return none
  const zip = zipOf(near)
  if (!zip && /^[\d\s-]+$/.test(near)) return { ...none, problem: 'find.zipUnknown' }
  if (!zip) return chooseTown(database, await findTowns(database, near))
  return (await findZipPoint(database, zip)) ? { ...none, zip } : { ...none, problem: 'find.zipUnknown' }
}

export interface Results extends Omit<ServicePage, 'nextCursor' | 'totalCount'> {
  items: ServiceItem[]
  page: number
  next: string | null
  /** Whether there is more than anybody is shown. */
  isCut: boolean
}

/** A page of services, found as everybody may find them. @param list what the link to the next page belongs to */
export async function listPublicly(
  { database, config }: Product,
  list: string,
  more: string | undefined,
  query: Partial<Parameters<typeof findNearly>[1]>,
): Promise<Results> {
  const { page, cursor } = readNext(config, list, more)
  const stale = staleBefore(dayIn(config.timeZone), config.listings.staleMonths)
  const nearly = await findNearly(database, { limit: PAGE_SIZE, ...query, cursor, staleBefore: stale }, config.timeZone)
  const { found, here, nextCursor, relaxed, fartherCount, offers, correctedText } = nearly
  const ids = found.map(({ serviceId }) => serviceId)
  const next = writeNext(config, list, page, nextCursor)
  return {
    items: await listServiceItems(database, ids, here, config.timeZone, anybody),
    ...{ page, next, isCut: nextCursor !== null && next === null },
    ...{ relaxed, fartherCount, offers, searchedFor: correctedText },
  }
}

/** The search of the form. `results` are null where nothing was asked for, or the place is not clear. */
export async function searchPublicly(product: Product, asked: PublicQuery) {
  const conditions = conditionsOf(asked)
  const place = await readPlace(product.database, asked.near)
  const isClear = !place.problem && (place.zip !== null || !asked.near)
  if (!isClear || !Object.keys(conditions).some((name) => name !== 'radius'))
    return { place, conditions, more: undefined, organizations: [], results: null }
  const { text, radius, category, openNow, free, language, more } = asked
  const standing = await withCategories(product.database, { category })
  const query = { text, radius, ...standing, openNow, free, language, near: place.zip ?? undefined }
  const [organizations, results] = await Promise.all([
    text && !more ? suggestOrganizations(product.database, text) : [],
    listPublicly(product, JSON.stringify(conditions), more, query),
  ])
  return { place, conditions, more, organizations: organizations.slice(0, ORGANIZATIONS_SHOWN), results }
}
