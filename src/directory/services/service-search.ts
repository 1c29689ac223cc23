import { z } from 'zod'
import { Fit } from '#directory/eligibility/fit.ts'
import { Need } from '#directory/needs/need.ts'
import { AreaName } from '#directory/places/area.ts'
import { Day, Id, line, PageQuery, pageOf } from '#platform/schema/fields.ts'
import { phoneTypes } from './directory-rows.ts'
import { ShownIntake } from './service-intake.ts'

/** Counting what else could be found stops here. */
export const MAX_COUNTED = 100

export const MAX_RADIUS_MILES = 100
export const DEFAULT_RADIUS_MILES = 25

/** An empty filter in the URL counts as missing. */
const filter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((v) => (v === '' ? undefined : v), schema.optional())
const flag = filter(z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1'))

/** A part of the map, in degrees. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

export function readBox(text: string): Box | null {
  const [west = NaN, south = NaN, east = NaN, north = NaN, ...more] = text.split(',').map((each) => Number(each || NaN))
  const isInside = west >= -180 && east <= 180 && south >= -90 && north <= 90
  return isInside && west < east && south < north && !more.length ? { west, south, east, north } : null
}

/** `west,south,east,north` in degrees. */
export const BoxText = z
  .string()
  .max(100)
  .transform((text, context) => {
    const box = readBox(text)
    if (!box) context.addIssue({ code: 'custom', message: 'bbox-format' })
    return box ?? z.NEVER
  })

/** The parameters of a directory search; the directory page has them in its URL with the same names. */
export const ServiceQuery = PageQuery.extend({
  text: filter(line(200)).meta({ title: 'What is needed' }),
  near: filter(
    z
      .string()
      .trim()
      .regex(/^\d{5}(-\d{4})?$/, { error: 'zip-format' }),
  ).meta({ title: 'ZIP code' }),
  radius: filter(z.coerce.number().min(1).max(MAX_RADIUS_MILES)).meta({
    title: 'Miles',
    description: 'counts only with `near`, or with `contactId` without `anywhere`',
  }),
  category: filter(z.preprocess((v) => (Array.isArray(v) ? v : [v]), z.array(Id).max(20))).meta({ title: 'Category' }),
  /** In any category of this need, if no category is named. */
  need: filter(Need).meta({ title: 'Need' }),
  openNow: flag.meta({ title: 'Open now' }),
  language: filter(line(60)).meta({ title: 'Language' }),
  free: flag.meta({ title: 'Free of charge' }),
  age: filter(z.coerce.number().int().min(0).max(120)).meta({ title: 'Age of the person' }),
  takesReferrals: flag.meta({ title: 'Takes referrals' }),
  takesPeople: flag.meta({ title: 'Takes new people now' }),
  organizationId: filter(Id),
  /** Only services with a place in this part of the map. */
  bbox: filter(BoxText).meta({ title: 'Part of the map: west,south,east,north' }),
  /** Made by the browser for one search, so that it is counted only once. */
  searchId: filter(Id),
})
export type ServiceQuery = z.infer<typeof ServiceQuery>

/** What a search for a person leaves out: what only may fit, or what does not. */
export const fitFilters = ['fits', 'possible'] as const
export type FitFilter = (typeof fitFilters)[number]

/** A search for a person on record. Sent in the body, so that who needs what is in no log. */
export const PersonSearch = ServiceQuery.extend({
  contactId: Id,
  fit: filter(z.enum(fitFilters)),
  /** Without it, a search that names no place starts where the person lives. */
  anywhere: flag,
})
export type PersonSearch = z.infer<typeof PersonSearch>

export const Hours = z.object({ opensAt: z.string(), closesAt: z.string() })
export type Hours = z.infer<typeof Hours>

/**
 * When it opens next, if it is closed and that is known for the next 31 days: the day and the time, HH:mm, in the time
 * zone of the place, and how many days ahead that is there.
 */
export const OpensNext = z.object({ day: Day, opensAt: z.string(), inDays: z.number().int() })
export type OpensNext = z.infer<typeof OpensNext>

export const PhoneLine = z.object({
  number: z.string(),
  extension: z.string().nullable(),
  type: z.enum(phoneTypes),
  description: z.string().nullable(),
})
export type PhoneLine = z.infer<typeof PhoneLine>

/**
 * `guessedFrom`: the words that it was guessed from; null if the source states it or a person confirmed it. `need`: the
 * one that it belongs to, or the next category above that says one.
 */
export const Category = z.object({
  id: Id,
  name: z.string(),
  nameEs: z.string().nullable(),
  need: Need.nullable(),
  guessedFrom: z.string().nullable(),
})

/** In the reader's language, if it has a name there. */
export const categoryName = ({ name, nameEs }: { name: string; nameEs: string | null }, language: string) =>
  (language.startsWith('es') && nameEs) || name

const text = z.string().nullable()

/**
 * A location in a search result. `isOwn` is false for an office of the organization, if the service has no location of
 * its own.
 */
export const Place = z.object({
  id: Id,
  name: text,
  address: text,
  city: text,
  stateProvince: text,
  postalCode: text,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  isApproximate: z.boolean(),
  isOwn: z.boolean(),
  isConfidential: z.boolean(),
  /** The county or state of a confidential place, instead of its address; null if the reader may know that. */
  area: AreaName.nullable(),
})
export type Place = z.infer<typeof Place>

/** Whom a service helps by where they live. */
export const Reach = z.object({
  /** said by its source or a person; guessed from its name; or only its source's own area */
  basis: z.enum(['said', 'guess', 'source']),
  /** how it helps there: at a place, or without one by telephone or online */
  way: z.enum(['place', 'phone', 'online']),
  /** whether the place of the search is within; null without one */
  isHere: z.boolean().nullable(),
  /** the first areas; the one that contains the place of the search comes first */
  areas: z.array(AreaName),
  areaCount: z.number().int(),
})
export type Reach = z.infer<typeof Reach>

export const ServiceItem = z.object({
  id: Id,
  name: z.string(),
  description: text,
  eligibilityDescription: text,
  feesDescription: text,
  alert: text,
  /** Null if nobody said. */
  intake: ShownIntake.nullable(),
  organizationId: Id,
  /** Null if its source does not name it. */
  organizationName: text,
  takesReferrals: z.boolean(),
  /** Whether it accepts referrals and has an account to answer them. */
  answersHere: z.boolean(),
  /** Miles to the nearest location, if the search has a starting point. */
  distance: z.number().nullable(),
  place: Place.nullable(),
  placeCount: z.number().int(),
  /** Null if nobody knows. */
  reach: Reach.nullable(),
  phones: z.array(PhoneLine),
  hoursToday: z.array(Hours),
  /** Null if it is not known. */
  isOpenNow: z.boolean().nullable(),
  /** Until when it is open, HH:mm, if that began on the day before; else null. */
  openUntil: z.string().nullable(),
  opensNext: OpensNext.nullable(),
  languages: z.array(z.string()),
  categories: z.array(Category),
  assuredDate: Day.nullable(),
})
export type ServiceItem = z.infer<typeof ServiceItem>

/** What was relaxed because nothing matched everything. */
export const relaxations = [
  'words',
  'distance',
  'place',
  'openNow',
  'free',
  'language',
  'takesReferrals',
  'category',
  'takesPeople',
  'bbox',
] as const
export type Relaxed = (typeof relaxations)[number]

/** The distances to choose from, in miles. */
export const distances = [2, 5, 10, 25, 50, 100]

/** A way on from a search: what would be found without one of its conditions. */
export const Offer = z.object({
  relax: z.enum(relaxations),
  /** how far to look then, in miles */
  radius: z.number().nullable(),
  /** all services that would be found, those that are found now included; counting stops at 100 */
  total: z.number().int(),
})
export type Offer = z.infer<typeof Offer>

export const ServicePage = pageOf(ServiceItem).extend({
  relaxed: z.array(z.enum(relaxations)),
  /** services that match all words but are farther away than requested */
  fartherCount: z.number().int(),
  /** On the last page: what else could be found. */
  offers: z.array(Offer),
  /** The corrected words that were searched for; null without a correction. */
  searchedFor: z.string().nullable(),
})
export type ServicePage = z.infer<typeof ServicePage>

/** What was found for a person. */
export const PersonServicePage = ServicePage.extend({
  items: z.array(ServiceItem.extend({ fit: Fit })),
  /** The person's ZIP code, if the search starts there. */
  personZip: z.string().nullable(),
})
export type PersonServicePage = z.infer<typeof PersonServicePage>

export const TermNode = z.object({
  id: Id,
  parentId: Id.nullable(),
  name: z.string(),
  nameEs: z.string().nullable(),
  level: z.number().int(),
  /** Services of this term and of all terms below. */
  serviceCount: z.number().int(),
})
export type TermNode = z.infer<typeof TermNode>
