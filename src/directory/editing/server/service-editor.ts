import { households, papers, populations } from '#directory/eligibility/eligibility.ts'
import { unconfirmedRules } from '#directory/eligibility/unconfirmed-rules.ts'
import { listEditedFields } from '#directory/listings/server/listings-public.ts'
import { nameKnownAreas } from '#directory/places/server/places-public.ts'
import {
  anybody,
  confirmService,
  findPresentProgram,
  findServiceDocument,
  isProgramOf,
  listPlacesOf,
  listPresentPlaces,
  listPrograms,
  listTermIds,
  listUnknownPlaces,
  type PlaceReader,
  writeServiceFields,
} from '#directory/services/server/directory-public.ts'
import {
  type AreaLine,
  type CostLine,
  contactsPlaceOf,
  type ListingValues,
  ServiceValues,
} from '#directory/services/service-document.ts'
import { dayAfter, MOST_DAYS_HELD, type ServiceIntake } from '#directory/services/service-intake.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import { type EditedService, isSameValue } from '../listing-editing.ts'
import type { ListingDocument, ListingEditor } from './listing-editor.ts'

type Category = ServiceValues['categories'][number]
const MOST_AMOUNT = 1_000_000

/** @throws problem invalid-request at intake.until, if it is over already or too far away */
function requireUntil({ until }: ServiceIntake, today: string) {
  if (until < today) throw fieldProblem('intake.until', 'day-past')
  if (until > dayAfter(today, MOST_DAYS_HELD)) throw fieldProblem('intake.until', 'day-too-late')
}

const sortedSet = (ids: unknown) => [...new Set(ids as string[])].sort()

/** A service is given at places of its organization; one of others, which its directory named, may stay. */
async function requirePlaces(database: Database, wanted: string[], listing: ListingDocument, reader: PlaceReader) {
  const added = wanted.filter((id) => !(listing.values.locationIds as string[]).includes(id))
  if (!added.length) return
  const own = new Set((await listPlacesOf(database, listing.organizationId, reader)).map(({ id }) => id))
  if (!added.every((id) => own.has(id))) throw fieldProblem('locationIds', 'invalid')
}

/** Nobody edits who works at a confidential place: the history of a service is read by others too. */
async function requireOpenPlaces(database: Database, wanted: Record<string, unknown>) {
  const ids = Object.keys(wanted).flatMap((field) => contactsPlaceOf(field) ?? [])
  if ((await listUnknownPlaces(database, ids, anybody)).length) throw fieldProblem('contactsAt', 'invalid')
}

const isIn = (list: unknown, value: unknown) => (list as unknown[]).some((one) => isSameValue(one, value))

/** What was imported may stay as it is. @throws problem invalid-request */
function requireCosts(lines: CostLine[], { values }: ListingDocument) {
  for (const [at, line] of lines.entries()) {
    if (isIn(values.costOptions, line)) continue
    const { option, amount, amountDescription } = line
    if (amount !== null && (amount < 0 || amount > MOST_AMOUNT))
      throw fieldProblem(`costOptions.${at}.amount`, 'amount-invalid')
    if (!option && amount === null && !amountDescription) throw fieldProblem(`costOptions.${at}.option`, 'invalid')
  }
}

/** People choose categories that exist, and confirm guesses; they make none. @throws problem invalid-request */
async function requireCategories(database: Database, wanted: Category[], { values }: ListingDocument) {
  const present = new Map((values.categories as Category[]).map((one) => [one.id, one.guessedFrom]))
  const isNew = ({ id, guessedFrom }: Category) =>
    !present.has(id) || (guessedFrom !== null && present.get(id) === null)
  const added = wanted.filter(isNew)
  const known = await listTermIds(
    database,
    added.map(({ id }) => id),
  )
  if (!added.every(({ id, guessedFrom }) => guessedFrom === null && known.has(id)))
    throw fieldProblem('categories', 'invalid')
}

/**
 * Gives the areas that people chose their published names; what was there stays as it was written.
 * @throws problem invalid-request at an area that does not exist
 */
async function nameAreas(database: Database, wanted: AreaLine[], { values }: ListingDocument) {
  const present = values.serviceAreas as AreaLine[]
  const isKnown = (area: AreaLine) =>
    isIn(present, area) ||
    (area.guessedFrom === null && present.some(({ name, keys }) => name === area.name && isSameValue(keys, area.keys)))
  const names = await nameKnownAreas(
    database,
    wanted.filter((area) => !isKnown(area)).flatMap(({ keys }) => keys),
  )
  return wanted.map((area) => {
    if (isKnown(area)) return area
    const [key = '', ...others] = area.keys
    const name = names.get(key)
    if (!name || others.length || area.guessedFrom !== null) throw fieldProblem('serviceAreas', 'invalid')
    return { name, keys: [key], guessedFrom: null }
  })
}

/** What was guessed and is said now, because a person confirmed the whole service. */
function adoptGuesses({ categories, serviceAreas }: ListingValues) {
  const lists = { categories: categories as Category[], serviceAreas: serviceAreas as AreaLine[] }
  return Object.fromEntries(
    Object.entries(lists)
      .filter(([, list]) => list.some(({ guessedFrom }) => guessedFrom !== null))
      .map(([field, list]) => [field, list.map((one) => ({ ...one, guessedFrom: null }))]),
  )
}

/** The youngest age is not above the oldest one; an imported pair that is wrong stands until somebody changes it. */
function requireAges(wanted: ListingValues, stored: ListingValues) {
  if (!('minimumAge' in wanted || 'maximumAge' in wanted)) return
  const { minimumAge, maximumAge } = { ...stored, ...wanted }
  if (typeof minimumAge === 'number' && typeof maximumAge === 'number' && minimumAge > maximumAge)
    throw fieldProblem('maximumAge', 'below-youngest')
}

/** Lists in one order, so that another order is no change; papers, and that there are none, exclude each other. */
function inOrder(changes: ListingValues): ListingValues {
  const chosen = Object.entries(codes).flatMap(([field, order]) => {
    const given = changes[field] as string[] | null | undefined
    if (!given) return []
    const sorted = order.filter((code) => given.includes(code))
    return [[field, sorted.length > 1 ? sorted.filter((code) => code !== 'none') : sorted]]
  })
  return {
    ...changes,
    ...(changes.locationIds ? { locationIds: sortedSet(changes.locationIds) } : {}),
    ...Object.fromEntries(chosen),
  }
}
const codes: Record<string, readonly string[]> = { households, populations, papers }

/** What the program read out of a service's words, and nobody confirmed. */
async function listReadRules(database: Database, { id, values }: ListingDocument) {
  const edited = await listEditedFields(database, 'service', [id])
  return unconfirmedRules(values as ServiceValues, (field) => edited.some((one) => one.field === field))
}

export const serviceEditor = (timeZone: string): ListingEditor<EditedService> => ({
  kind: 'service',
  names: Object.keys(ServiceValues.shape),
  find: findServiceDocument,
  tidy: inOrder,
  restorable: async (database, changes) => {
    const locationIds = changes.locationIds as string[] | undefined
    const categories = changes.categories as Category[] | undefined
    const known = await listTermIds(
      database,
      (categories ?? []).map(({ id }) => id),
    )
    const { programId, contactsAt, ...others } = changes
    const confidential = await listUnknownPlaces(database, Object.keys(contactsAt ?? {}), anybody)
    const atOpenPlaces = Object.entries(contactsAt ?? {}).filter(([id]) => !confidential.includes(id))
    return {
      ...others,
      contactsAt: Object.fromEntries(atOpenPlaces),
      ...('programId' in changes && { programId: await findPresentProgram(database, programId as string | null) }),
      ...(locationIds && { locationIds: await listPresentPlaces(database, locationIds) }),
      ...(categories && { categories: categories.filter(({ id }) => known.has(id)) }),
    }
  },
  requireValid: async (database, wanted, listing, reader) => {
    if ('status' in wanted && wanted.status === null) throw fieldProblem('status', 'invalid')
    requireAges(wanted, listing.values)
    if (wanted.intake) requireUntil(wanted.intake as ServiceIntake, dayIn(timeZone))
    requireCosts((wanted.costOptions ?? []) as CostLine[], listing)
    if (wanted.categories) await requireCategories(database, wanted.categories as Category[], listing)
    if (wanted.serviceAreas) wanted.serviceAreas = await nameAreas(database, wanted.serviceAreas as AreaLine[], listing)
    if (wanted.programId && !(await isProgramOf(database, listing.organizationId, wanted.programId as string)))
      throw fieldProblem('programId', 'invalid')
    await requireOpenPlaces(database, wanted)
    if (wanted.locationIds) await requirePlaces(database, wanted.locationIds as string[], listing, reader)
  },
  write: (database, id, fields) => writeServiceFields(database, id, fields, timeZone),
  confirm: async (database, listing, { adoptsGuesses }) => {
    const { id, values } = listing
    const read = await listReadRules(database, listing)
    const sure = { ...adoptGuesses(values), ...Object.fromEntries(read.map(({ field, value }) => [field, value])) }
    const adopted = adoptsGuesses ? sure : {}
    const intake = values.intake as ServiceIntake | null
    return {
      ...(await confirmService(database, id, { intake, adopted, timeZone })),
      ...{ adopted: Object.keys(adopted), guessed: adoptsGuesses ? [] : Object.keys(sure) },
    }
  },
  findShown: async (_, { id }) => id,
  more: async (database, listing, reader) => ({
    ownPlaces: await listPlacesOf(database, listing.organizationId, reader),
    ownPrograms: (await listPrograms(database, listing.organizationId)).map(({ id, name }) => ({ id, name })),
    readRules: await listReadRules(database, listing),
  }),
})
