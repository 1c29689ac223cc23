import { z } from 'zod'
import { Need } from '#directory/needs/need.ts'
import { Timestamp } from '#platform/schema/fields.ts'

/** What the report counts. The counts must not be added up, because one need can be in two of them. */
export const unmetKinds = ['open', 'noCapacity', 'noFunds'] as const
export type UnmetKind = (typeof unmetKinds)[number]

/** Whose people: those of the reader's organization, or of all organizations. */
export const unmetScopes = ['own', 'network'] as const
export type UnmetScope = (typeof unmetScopes)[number]

/** The report counts whole quarters, so that two periods never differ by a day. */
export const Quarter = z.string().regex(/^20\d\d-Q[1-4]$/, { error: 'quarter' })
export const StateFips = z.string().regex(/^\d{2}$/)
const blank = (value: unknown) => (value === '' ? undefined : value)
const optional = <Field extends z.ZodType>(field: Field) => z.preprocess(blank, field.optional())

export const MOST_QUARTERS = 20
/** The period if none is given: this quarter and the three before. */
export const USUAL_QUARTERS = 4

export const UnmetQuery = z.object({
  scope: optional(z.enum(unmetScopes)),
  from: optional(Quarter).meta({ title: 'From quarter' }),
  to: optional(Quarter).meta({ title: 'To quarter' }),
  need: optional(Need),
  /** the first two digits of its counties' FIPS codes */
  state: optional(StateFips).meta({ title: 'State' }),
})
export type UnmetQuery = z.infer<typeof UnmetQuery>
export const fileKinds = ['csv', 'json'] as const
export const UnmetExportQuery = UnmetQuery.extend({
  file: z.enum(fileKinds).default('csv'),
  language: z.enum(['en', 'es']).default('en'),
})

const count = z.number().int()
/** A count, and between which numbers the true one lies; the count itself where all three are the same. */
export const Figure = z.object({ count, lowest: count, highest: count })
export type Figure = z.infer<typeof Figure>

const Figures = z.object({ open: Figure, noCapacity: Figure, noFunds: Figure })
export type Figures = z.infer<typeof Figures>

const UnmetCounty = Figures.extend({ fips: z.string(), name: z.string() })
const UnmetZip = Figures.extend({ zip: z.string(), town: z.string(), latitude: z.number(), longitude: z.number() })
export type UnmetCounty = z.infer<typeof UnmetCounty>
export type UnmetZip = z.infer<typeof UnmetZip>

export const UnmetReport = z.object({
  asOf: Timestamp,
  scope: z.enum(unmetScopes),
  from: Quarter,
  to: Quarter,
  need: Need.nullable(),
  /** null: nothing was counted anywhere, and none was chosen */
  state: StateFips.nullable(),
  /** the whole state */
  total: Figures,
  /** Counties that are not listed have what `elsewhere` says, each. */
  counties: z.array(UnmetCounty),
  elsewhere: Figure,
  needs: z.array(Figures.extend({ need: Need })),
  /** Only for all needs together, unless they are one's own people. Null: not shown. */
  zips: z.array(UnmetZip).nullable(),
  /** People in no known place, in the whole country. */
  nowhere: Figures,
  /** Searches of the directory that found nothing, by the first three digits of the ZIP code; null: no place. */
  searches: z.array(z.object({ zipArea: z.string().nullable(), count: Figure })),
})
export type UnmetReport = z.infer<typeof UnmetReport>

/** The shapes of a state's counties, as paths of an SVG. */
export const StateShapes = z.object({
  width: z.number(),
  height: z.number(),
  /** Where the upper left corner lies, and how many units a degree has, in both directions. */
  west: z.number(),
  north: z.number(),
  perLongitude: z.number(),
  perLatitude: z.number(),
  counties: z.array(z.object({ fips: z.string(), path: z.string() })),
})
export type StateShapes = z.infer<typeof StateShapes>

/** Where a place lies on the map of a state. */
export const pointOn = (shapes: StateShapes, { latitude, longitude }: { latitude: number; longitude: number }) => ({
  x: ((longitude > 0 ? longitude - 360 : longitude) - shapes.west) * shapes.perLongitude,
  y: (shapes.north - latitude) * shapes.perLatitude,
})

const numberOf = (quarter: string) => Number(quarter.slice(0, 4)) * 4 + Number(quarter.slice(6)) - 1
const quarterOf = (number: number) => `${Math.floor(number / 4)}-Q${(number % 4) + 1}`

export const quarterOfDay = (day: string) =>
  quarterOf(Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3))
export const quarterBefore = (quarter: string, quarters: number) => quarterOf(numberOf(quarter) - quarters)
/** How many quarters from one to the other, both included; 0 or less if the end is before the start. */
export const quartersBetween = (from: string, to: string) => numberOf(to) - numberOf(from) + 1
/** Its first day, and the first day of the next one. */
export const daysOf = (quarter: string) => {
  const dayOf = (number: number) => `${Math.floor(number / 4)}-${String((number % 4) * 3 + 1).padStart(2, '0')}-01`
  return { start: dayOf(numberOf(quarter)), end: dayOf(numberOf(quarter) + 1) }
}
