import { z } from 'zod'
import { Need } from '#directory/needs/need.ts'
import { Day, Id, PageQuery, pageOf, Timestamp } from '#platform/schema/fields.ts'
import { ageBands, statusClasses } from './referral-fact.ts'

/** The default and the longest period, in days. */
export const USUAL_DAYS = 90
export const MOST_DAYS = 1830
/** How many organizations and ZIP codes have a row each, those with the most referrals; the others share one. */
export const MOST_ROWS = 20

/** A median of the network needs so many organizations, with so many referrals each. */
export const LEAST_ORGANIZATIONS = 11
export const LEAST_REFERRALS = 11

export const sides = ['incoming', 'outgoing'] as const
export const comparisons = ['previous', 'year'] as const

const blankIsNone = (value: unknown) => (value === '' ? undefined : value)
const chosen = <Item extends z.ZodType>(item: Item) => z.preprocess(blankIsNone, item.optional())
const oneOrMany = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => {
    const items = [value].flat().filter((one) => one !== undefined && one !== '')
    return items.length ? items : undefined
  }, z.array(item).max(40).optional())

export const ReportQuery = z.object({
  /** by default the last days up to today, in the portal's time zone */
  startDate: chosen(Day),
  endDate: chosen(Day),
  /** what the organization received, or what it sent */
  side: z.preprocess(blankIsNone, z.enum(sides).default('incoming')),
  need: oneOrMany(Need),
  /** the other organization */
  withOrganizationId: chosen(Id),
  /** FIPS code */
  county: chosen(z.string().regex(/^\d{5}$/, { error: 'county-format' })),
  zip: chosen(z.string().regex(/^\d{5}$/, { error: 'zip-format' })),
  language: chosen(
    z
      .string()
      .regex(/^[a-zA-Z][\w -]{0,34}$/)
      .toLowerCase(),
  ),
  ageBand: chosen(z.enum(ageBands)),
  /** the same number of days before, or the same days a year before */
  compare: z.preprocess(blankIsNone, z.enum(comparisons).default('previous')),
})
export type ReportQuery = z.infer<typeof ReportQuery>

/** What is counted of the referrals; each is a condition on one referral (`counted` on the server). */
export const countKeys = [
  'sent',
  'seen',
  'answered',
  'accepted',
  'declined',
  'expired',
  'recalled',
  'forwarded',
  'waiting',
  'contacted',
  'resolved',
  'unresolved',
  'gotHelp',
  'followed',
  'loopClosed',
  'noCapacity',
] as const
export type CountKey = (typeof countKeys)[number]

/** Shares of referrals; `rates` says of which. */
export const rateKeys = [
  'seenRate',
  'answeredRate',
  'acceptedRate',
  'closedLoopRate',
  'gotHelpRate',
  'gotHelpWithRoomRate',
] as const
export type RateKey = (typeof rateKeys)[number]

const count = z.number().int()
const counts = Object.fromEntries(countKeys.map((key) => [key, count])) as Record<CountKey, typeof count>
export const Counts = z.object(counts)
export type Counts = z.infer<typeof Counts>

/** Minutes on working days. */
const Times = z.object({ median: count, ninetieth: count }).nullable()
export const timeKeys = ['toView', 'toAnswer', 'toContact', 'toClose'] as const
export type TimeKey = (typeof timeKeys)[number]

export const Figures = Counts.extend({
  /** different people, and different needs of theirs */
  people: count,
  needs: count,
  toView: Times,
  toAnswer: Times,
  toContact: Times,
  toClose: Times,
})
export type Figures = z.infer<typeof Figures>

const Named = z.object({ id: z.string(), name: z.string() })
/** `others` is how many a row combines; a row without both is for unknown ones. */
const NamedCounts = Counts.extend({ item: Named.nullable(), others: count.nullable() })

export const Report = z.object({
  startDate: Day,
  endDate: Day,
  /** the period that it is compared with */
  before: z.object({ startDate: Day, endDate: Day }),
  asOf: Timestamp,
  side: z.enum(sides),
  organization: Named,
  /** names of what the filters chose */
  chosen: z.object({ organization: z.string().nullable(), county: z.string().nullable() }),
  total: Figures,
  totalBefore: Figures,
  /** medians of the organizations' rates over the months that are over; null with filters, or of too few */
  networkMedian: z
    .object({ organizations: count, rates: z.record(z.enum(rateKeys), z.number().nullable()) })
    .nullable(),
  byStatus: z.array(z.object({ statusClass: z.enum(statusClasses), count })),
  byMonth: z.array(Counts.extend({ month: Day })),
  byNeed: z.array(Counts.extend({ need: Need })),
  byOrganization: z.array(NamedCounts),
  byCounty: z.array(NamedCounts),
  byZip: z.array(NamedCounts),
  byLanguage: z.array(Counts.extend({ language: z.string().nullable() })),
  byAge: z.array(Counts.extend({ ageBand: z.enum(ageBands).nullable() })),
  /** why referrals were declined, and why accepted ones were closed without help */
  reasons: z.array(z.object({ statusClass: z.enum(['declined', 'unresolved']), reason: z.string(), count })),
  outcomes: z.array(z.object({ outcome: z.string(), count })),
  /** how many needs took so many tries; the last number means or more */
  tries: z.array(z.object({ tries: count, needs: count })),
})
export type Report = z.infer<typeof Report>

/** How many organizations and counties can be selected, however many the report has. */
export const MOST_OPTIONS = 1000
export const ReportOptionQuery = ReportQuery.pick({ startDate: true, endDate: true, side: true })
export type ReportOptionQuery = z.infer<typeof ReportOptionQuery>
/** By which organizations and counties a report can be filtered. */
export const ReportOptions = z.object({ organizations: z.array(Named), counties: z.array(Named) })
export type ReportOptions = z.infer<typeof ReportOptions>

/** The rows that a number counts. */
export const ReportRowQuery = ReportQuery.omit({ compare: true }).extend({
  ...PageQuery.shape,
  measure: z.enum(countKeys).default('sent'),
  statusClass: chosen(z.enum(statusClasses)),
  reason: chosen(z.string().max(60)),
})
export type ReportRowQuery = z.infer<typeof ReportRowQuery>
/** A referral without anything about the person. */
export const ReportRow = z.object({
  referralId: Id,
  sentDay: Day,
  need: Need,
  statusClass: z.enum(statusClasses),
  reason: z.string().nullable(),
  outcome: z.string().nullable(),
  organization: z.object({ id: Id, name: z.string() }),
})
export type ReportRow = z.infer<typeof ReportRow>
export const ReportRowPage = pageOf(ReportRow).extend({ startDate: Day, endDate: Day, totalCount: count })
export type ReportRowPage = z.infer<typeof ReportRowPage>

export const fileKinds = ['csv', 'json'] as const
export const ReportFileQuery = ReportQuery.extend({
  file: z.enum(fileKinds).default('csv'),
  inLanguage: z.enum(['en', 'es']).default('en'),
})
