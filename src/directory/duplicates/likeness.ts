import type { ListingKind } from '#directory/listings/listing-change.ts'
import { findOwnDomain, mailHost } from '#directory/services/address-domain.ts'
import { withoutAccents } from '#platform/schema/without-accents.ts'
import { trigramLikeness } from '#platform/schema/word-likeness.ts'
import { type LikenessLevel, type LikenessReason, likenessReasons } from './duplicate-pair.ts'

/** What a listing has that its duplicate would have too, as the directory shows it to everybody. */
export interface ListingTraits {
  id: string
  name: string | null
  organizationId: string
  organizationName: string | null
  phones: string[]
  addresses: { address1: string | null; address2: string | null; city: string | null; postalCode: string | null }[]
  websites: string[]
  emails: string[]
}

/** Traits in the form in which they are compared. */
export interface ReadTraits {
  id: string
  name: string
  organizationId: string
  organization: string
  phones: Set<string>
  addresses: Set<string>
  domains: Set<string>
  emails: Set<string>
  zips: Set<string>
}

export interface Likeness {
  score: number
  reasons: LikenessReason[]
}

/** From this score on, a pair is proposed. */
export const LEAST_SCORE = 5
export const levelOf = (score: number): LikenessLevel =>
  score >= 9 ? 'very-likely' : score >= 7 ? 'likely' : 'possible'

const plain = (text: string) =>
  withoutAccents(text)
    .replace(/&/g, ' and ')
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Words that names have or lack at will. */
const idle = new Set([
  'the',
  'a',
  'an',
  'of',
  'and',
  'for',
  'in',
  'at',
  'to',
  'inc',
  'incorporated',
  'llc',
  'corp',
  'co',
])
const plainName = (name: string) =>
  plain(name)
    .split(' ')
    .filter((word) => !idle.has(word))
    .join(' ')

const shortened: Record<string, string> = {
  ...{ street: 'st', avenue: 'ave', av: 'ave', road: 'rd', boulevard: 'blvd', drive: 'dr', lane: 'ln', court: 'ct' },
  ...{ place: 'pl', highway: 'hwy', parkway: 'pkwy', square: 'sq', terrace: 'ter', circle: 'cir', route: 'rte' },
  ...{
    north: 'n',
    south: 's',
    east: 'e',
    west: 'w',
    northeast: 'ne',
    northwest: 'nw',
    southeast: 'se',
    southwest: 'sw',
  },
  ...{ saint: 'st', mount: 'mt', fort: 'ft', first: '1st', second: '2nd', third: '3rd', fourth: '4th', fifth: '5th' },
}
const unitWord = /^(?:suite|ste|apartment|apt|unit|room|rm|floor|fl|no|number|bldg|building)$/
/** Street and unit, by which two offices of one house differ; null without a number. */
function plainAddress({ address1, address2, city, postalCode }: ListingTraits['addresses'][number]) {
  const words = plain([address1, address2].filter(Boolean).join(' ').replaceAll('#', ' unit '))
    .split(' ')
    .filter((word) => !unitWord.test(word))
    .map((word) => shortened[word] ?? word)
  const area = zipOf(postalCode) ?? plain(city ?? '')
  return words.length > 1 && words.some((word) => /\d/.test(word)) && area ? `${words.join(' ')}|${area}` : null
}
const zipOf = (code: string | null) => /^\s*(\d{5})/.exec(code ?? '')?.[1] ?? null

/** The ten digits of a US number; shorter ones are those of anybody. */
function plainPhone(number: string) {
  const digits = number
    .replace(/(?:;ext=|ext|x).*$/i, '')
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10}$)/, '')
  return digits.length >= 10 ? digits.slice(0, 10) : null
}

const setOf = <From>(from: From[], read: (one: From) => string | null | undefined) =>
  new Set(from.flatMap((one) => read(one) ?? []))

export const readTraits = (traits: ListingTraits): ReadTraits => ({
  id: traits.id,
  name: plainName(traits.name ?? ''),
  organizationId: traits.organizationId,
  organization: plainName(traits.organizationName ?? ''),
  phones: setOf(traits.phones, plainPhone),
  addresses: setOf(traits.addresses, plainAddress),
  domains: new Set([
    ...setOf(traits.websites, (url) => findOwnDomain(url)?.domain),
    ...setOf(traits.emails, (email) => findOwnDomain(mailHost(email))?.domain),
  ]),
  emails: setOf(traits.emails, (email) => email.trim().toLowerCase()),
  zips: setOf(traits.addresses, ({ postalCode }) => zipOf(postalCode)),
})

const WORDS_OF_NAME = 6
const ZIPS_OF_LISTING = 5

/** Two listings are compared only if they have one of these in common. */
export function keysOf(traits: ReadTraits): string[] {
  const { name, phones, addresses, domains, emails, zips } = traits
  const squeezed = name.replaceAll(' ', '')
  const words = name
    .split(' ')
    .filter((word) => word.length > 3)
    .slice(0, WORDS_OF_NAME)
  const around = [...zips].slice(0, ZIPS_OF_LISTING).flatMap((zip) => {
    const begins = squeezed ? [`begins:${zip}:${squeezed.slice(0, 6)}`] : []
    return [...begins, ...words.map((word) => `word:${zip}:${word}`)]
  })
  const all = [
    ...[...phones].map((phone) => `phone:${phone}`),
    ...[...addresses].map((address) => `address:${address}`),
    ...[...domains].map((domain) => `domain:${domain}`),
    ...[...emails].map((email) => `email:${email}`),
    ...(squeezed ? [`name:${squeezed}`] : []),
    ...around,
  ]
  return [...new Set(all.map((key) => key.slice(0, 200)))]
}

/** How alike two texts are, by the groups of three letters that they share: 1 if they are the same. */
export function similarity(one: string, other: string) {
  if (one && one.replaceAll(' ', '') === other.replaceAll(' ', '')) return 1
  return trigramLikeness(one, other)
}

type SetName = { [Name in keyof ReadTraits]: ReadTraits[Name] extends Set<string> ? Name : never }[keyof ReadTraits]

/** Compares what both have; undefined if one says nothing of it. */
function shares(one: ReadTraits, other: ReadTraits, name: SetName): boolean | undefined {
  if (!one[name].size || !other[name].size) return undefined
  return [...one[name]].some((value) => other[name].has(value))
}

const namePoints = (alike: number) => (alike === 1 ? 4 : alike >= 0.8 ? 3 : alike >= 0.6 ? 2 : alike >= 0.45 ? 1 : 0)

/** How alike the two must be at least, whatever else they share: a house has many services, and a service many places. */
function mayBeSame(
  kind: ListingKind,
  alike: number,
  same: { organization: boolean; shared: (name: SetName) => boolean },
) {
  if (kind === 'location') return same.shared('addresses') || (alike >= 0.8 && same.shared('phones'))
  if (kind === 'organization')
    return alike >= 0.45 || (same.shared('phones') && (same.shared('addresses') || same.shared('domains')))
  return alike >= (same.organization ? 0.8 : 0.6)
}

/** @returns null if they are not the same, whatever they share */
export function compareListings(kind: ListingKind, one: ReadTraits, other: ReadTraits): Likeness | null {
  const alike = similarity(one.name, other.name)
  const isOneOrganization = one.organizationId === other.organizationId
  const found = new Map<SetName, boolean | undefined>()
  const shared = (name: SetName) => {
    if (!found.has(name)) found.set(name, shares(one, other, name))
    return found.get(name)
  }
  if (!mayBeSame(kind, alike, { organization: isOneOrganization, shared: (name) => shared(name) === true })) return null
  const points: Partial<Record<LikenessReason, number>> = {}
  if (namePoints(alike)) points[alike === 1 ? 'name' : 'similarName'] = namePoints(alike)
  if (shared('addresses')) points.address = kind === 'location' ? 3 : 2
  // All services of an organization have its telephone and its website.
  const isOwn = kind !== 'service' || !isOneOrganization
  if (isOwn && shared('phones')) points.phone = 2
  if (isOwn && shared('domains')) points.website = kind === 'organization' ? 2 : 1
  if (isOwn && shared('emails')) points.email = 1
  if (kind === 'organization' && shared('zips') && !shared('addresses')) points.zip = 1
  if (kind !== 'organization' && isOwn)
    if (isOneOrganization || similarity(one.organization, other.organization) >= 0.6) points.organization = 2
  const against =
    (shared('addresses') === false ? (kind === 'organization' ? 0 : kind === 'service' ? 2 : 3) : 0) +
    (shared('phones') === false && isOwn ? 1 : 0) +
    (kind === 'organization' && shared('domains') === false ? 1 : 0) +
    (kind === 'organization' && shared('zips') === false ? 1 : 0)
  const reasons = likenessReasons.filter((reason) => points[reason])
  return { score: Math.max(0, Object.values(points).reduce((sum, one) => sum + one, 0) - against), reasons }
}
