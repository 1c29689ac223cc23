import { z } from 'zod'
import { endings } from '#casework/reports/ending.ts'
import { Quarter } from '#casework/unmet-needs/unmet-need.ts'
import { Need } from '#directory/needs/need.ts'
import { Timestamp } from '#platform/schema/fields.ts'

const chosen = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (value === '' ? undefined : value), item.optional())

/** Whole quarters, and a need or an area: nothing finer is published. */
export const NetworkQuery = z.object({
  from: chosen(Quarter).meta({ title: 'From quarter' }),
  to: chosen(Quarter).meta({ title: 'To quarter' }),
  need: chosen(Need),
  /** FIPS digits of a state or a county */
  area: chosen(z.string().regex(/^\d{2}(\d{3})?$/, { error: 'area-format' })),
})
export type NetworkQuery = z.infer<typeof NetworkQuery>
export const fileKinds = ['csv', 'json'] as const
export const NetworkFileQuery = NetworkQuery.extend({
  file: z.enum(fileKinds).default('csv'),
  inLanguage: z.enum(['en', 'es']).default('en'),
})

/** What is counted of the referrals; the texts define each. */
export const networkKeys = [
  'sent',
  'answered',
  'accepted',
  'waiting',
  'loopClosed',
  'gotHelp',
  'noCapacity',
  'followed',
] as const
export type NetworkKey = (typeof networkKeys)[number]

/**
 * A published count, and how far the true one can be from it, whatever the data are. Null for sums over the counties of
 * the country, whose bounds would say nothing.
 */
export const PublishedFigure = z.object({ count: z.number().int(), margin: z.number().int().nullable() })
export type PublishedFigure = z.infer<typeof PublishedFigure>

export const NetworkFigures = z.object({
  ...(Object.fromEntries(networkKeys.map((key) => [key, PublishedFigure])) as Record<
    NetworkKey,
    typeof PublishedFigure
  >),
  /** null with a need or an area, because those who accepted before they had no room are not published by these */
  accepted: PublishedFigure.nullable(),
})
export type NetworkFigures = z.infer<typeof NetworkFigures>

/** Within how many working days. */
export const networkDays = ['1', '2', '5', '10', 'more'] as const

/** A state, a county, or people in no known place. */
const Area = z.object({ fips: z.string().nullable(), name: z.string().nullable() })

/** What became of the referrals of the network. Every count is published by `publishReferrals`. */
export const NetworkReport = z.object({
  asOf: Timestamp,
  from: Quarter,
  to: Quarter,
  /** the quarters that they are compared with */
  before: z.object({ from: Quarter, to: Quarter }),
  need: Need.nullable(),
  area: Area.nullable(),
  /** States and counties that can be chosen, by name. */
  areas: z.array(Area),
  /** The reader's own organization is left out: they know its numbers. */
  isWithoutOwn: z.boolean(),
  total: NetworkFigures,
  totalBefore: NetworkFigures,
  byEnding: z.array(z.object({ ending: z.enum(endings), count: PublishedFigure })),
  byQuarter: z.array(NetworkFigures.extend({ quarter: Quarter })),
  /** Empty where a need or an area is chosen, like the next ones. */
  byNeed: z.array(NetworkFigures.extend({ need: Need })),
  byState: z.array(NetworkFigures.extend({ area: Area })),
  byCounty: z.array(NetworkFigures.extend({ area: Area })),
  /** Working days until the answer, of the answered ones. */
  byAnswer: z.array(z.object({ days: z.enum(networkDays), count: PublishedFigure })),
})
export type NetworkReport = z.infer<typeof NetworkReport>

/** Shares of the published counts: of what they are a part. */
export const networkRates = {
  answeredRate: { part: 'answered', of: (of) => of('sent') },
  acceptedRate: { part: 'accepted', of: (of) => of('answered') },
  closedLoopRate: { part: 'loopClosed', of: (of) => of('followed') },
  gotHelpRate: { part: 'gotHelp', of: (of) => of('followed') },
  gotHelpWithRoomRate: { part: 'gotHelp', of: (of) => of('followed') - of('noCapacity') },
} as const satisfies Record<string, { part: NetworkKey; of: (of: (key: NetworkKey) => number) => number }>
export type NetworkRate = keyof typeof networkRates
export const networkRateKeys = Object.keys(networkRates) as NetworkRate[]

/** Of fewer, a share says more about the rounding of both counts, by up to ten each, than about help. */
const FEWEST_FOR_SHARE = 55

/** A share from 0 to 1; null where too little is published to tell. */
export function shareOf(key: NetworkRate, figures: NetworkFigures) {
  const { part, of } = networkRates[key]
  const whole = of((one) => figures[one]?.count ?? 0)
  const counted = figures[part]
  return counted && whole >= FEWEST_FOR_SHARE ? Math.min(1, counted.count / whole) : null
}
