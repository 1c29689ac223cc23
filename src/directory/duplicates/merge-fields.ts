import { isSameValue } from '#directory/editing/listing-editing.ts'
import { EligibilityRules } from '#directory/eligibility/eligibility.ts'
import type { ListingKind } from '#directory/listings/listing-change.ts'
import { contactsPlaceOf, fieldsOf, type ListingValues, ServiceText } from '#directory/services/service-document.ts'
import { rulesOfWeek } from '#directory/services/week-hours.ts'
import { ProfileText } from '#identity/organizations/organization-profile.ts'

/** Single values: the listing that stays may take the other one's. */
const singleFields: Record<ListingKind, string[]> = {
  service: [...Object.keys(ServiceText.shape), ...Object.keys(EligibilityRules.shape)],
  organization: ['name', ...Object.keys(ProfileText.shape)],
  location: ['name', 'description', 'transportation', 'address', 'hours'],
}
/** Lists: the listing that stays may get what the other one has besides. */
const listFields: Record<ListingKind, string[]> = {
  service: [
    'phones',
    'contacts',
    'languages',
    'costOptions',
    'requiredDocuments',
    'serviceAreas',
    'categories',
    'locationIds',
  ],
  organization: ['phones'],
  location: ['phones', 'contacts', 'accessibility'],
}
/** What follows the other source only once it was taken: from then on its own source says it no longer. */
const followedIfTaken: Record<ListingKind, string[]> = { service: [], organization: [], location: ['address', 'hours'] }
const isSingle = (kind: ListingKind, field: string) => singleFields[kind].includes(field)
/** People at a place are a list, too. */
export const isList = (kind: ListingKind, field: string) =>
  listFields[kind].includes(field) || (kind === 'service' && contactsPlaceOf(field) !== null)
export const isMergeable = (kind: ListingKind, field: string) => isSingle(kind, field) || isList(kind, field)

type Values = Record<string, unknown>
/** Whether the listing that stays can take this field by itself: people at a place that it does not have come with the place. */
export const isTakeable = (kind: ListingKind, field: string, own: Values) =>
  isMergeable(kind, field) && (contactsPlaceOf(field) === null || field in own)
interface Compared {
  id: string
  organizationName: string
  values: ListingValues
}
const addressFields = ['address1', 'address2', 'city', 'stateProvince', 'postalCode']

/**
 * The fields by which two listings are compared and merged: of a place, its address as one, and its own hours. Which
 * program a service belongs to is up to its own organization; the people and programs of an organization go with it.
 */
export function comparedFields(kind: ListingKind, { id, organizationName, values }: Compared): Values {
  if (kind === 'service') {
    const { programId: _, ...others } = fieldsOf(values)
    return others
  }
  if (kind === 'organization') {
    const { contacts: _, programs: __, ...others } = fieldsOf(values)
    return { name: organizationName, ...others }
  }
  const { hours, accessibility, ...others } = values
  const week = hours?.[id]
  return {
    ...Object.fromEntries(Object.entries(others).filter(([field]) => !addressFields.includes(field))),
    address: Object.fromEntries(addressFields.map((field) => [field, values[field] || null])),
    accessibility: String(accessibility ?? '')
      .split('\n')
      .filter(Boolean),
    hours: week && rulesOfWeek(week).length ? week : null,
  }
}

/** Of a single value, its own and the one it took; of a list, what was added. */
export type Taken = { own: unknown; given: unknown; rows?: Record<string, unknown>[] } | { items: unknown[] }

const itemsOf = (value: unknown) => (value ?? []) as unknown[]
/** A category is the same whether it was guessed or not. */
const keyOf = (item: unknown) => (item as { id?: unknown } | null)?.id ?? item
export const lacks = (list: unknown[], item: unknown) => !list.some((one) => isSameValue(keyOf(one), keyOf(item)))
/** What the first list has besides the other. */
const besides = (list: unknown, other: unknown) => itemsOf(list).filter((item) => lacks(itemsOf(other), item))

/** What the listing that stays takes of the other: the fields to write, and what to remember for a separation. */
export function takeFields(kind: ListingKind, own: Values, other: Values, take: string[]) {
  const write: Values = {}
  const taken: Record<string, Taken> = {}
  for (const field of take.filter((one) => isTakeable(kind, one, own))) {
    if (isSingle(kind, field) && !isSameValue(own[field], other[field])) {
      write[field] = other[field] ?? null
      taken[field] = { own: own[field] ?? null, given: other[field] ?? null }
    }
    const items = isList(kind, field) ? besides(other[field], own[field]) : []
    if (!items.length) continue
    write[field] = [...itemsOf(own[field]), ...items]
    taken[field] = { items }
  }
  return { write, taken }
}

/**
 * What the listing that stays gets when the source of the other one says something new: a later value counts, unless a
 * person edited the field; a list gets and loses what only the other one had.
 */
export function followFields(
  kind: ListingKind,
  own: Values,
  { before, now, taken }: { before: Values; now: Values; taken: Record<string, Taken> },
  isEdited: (field: string) => boolean,
) {
  const write: Values = {}
  const next = { ...taken }
  const places = taken.locationIds && 'items' in taken.locationIds ? taken.locationIds.items : []
  const atPlaces = Object.keys(own).filter((field) => contactsPlaceOf(field) !== null)
  for (const field of [...singleFields[kind], ...listFields[kind], ...atPlaces]) {
    if (!(field in before) || isSameValue(before[field], now[field]) || isEdited(field)) continue
    const former = taken[field]
    if (!former && followedIfTaken[kind].includes(field)) continue
    if (isSingle(kind, field)) {
      if (!isSameValue(own[field], now[field])) write[field] = now[field] ?? null
      const kept = former && 'own' in former ? former : { own: own[field] ?? null }
      next[field] = { ...kept, given: now[field] ?? null }
      continue
    }
    // With a place that was taken came the people there.
    const came = places.includes(contactsPlaceOf(field)) ? itemsOf(before[field]) : []
    const given = former && 'items' in former ? former.items : came
    const gone = besides(given, now[field])
    const added = besides(now[field], before[field]).filter((item) => lacks(itemsOf(own[field]), item))
    if (gone.length || added.length)
      write[field] = [...itemsOf(own[field]).filter((item) => lacks(gone, item)), ...added]
    next[field] = { items: [...given.filter((item) => lacks(gone, item)), ...added] }
  }
  return { write, taken: next }
}

/** What the listing that stayed gives back: only what nobody changed since. */
export function giveBack(own: Values, taken: Record<string, Taken>, isEdited: (field: string) => boolean) {
  const write: Values = {}
  for (const [field, was] of Object.entries(taken)) {
    if ('own' in was) {
      if (isSameValue(own[field], was.given) && !isSameValue(was.own, was.given)) write[field] = was.own
    } else if (!isEdited(field)) {
      const left = itemsOf(own[field]).filter((item) => lacks(was.items, item))
      if (left.length < itemsOf(own[field]).length) write[field] = left
    }
  }
  return write
}
