import { z } from 'zod'
import { priorities, supportRequestTypes } from '#help-desk/tickets/support-request.ts'
import {
  blankIsNone,
  NewSupportRequest,
  oneOrMany,
  SupportRequestQuery,
} from '#help-desk/tickets/support-request-call.ts'
import { Day, Id } from '#platform/schema/fields.ts'
import { WorkingHours } from './working-hours.ts'

/** How many days a period has when none is said, and at most. */
export const USUAL_DAYS = 90
export const MOST_DAYS = 366
/** So many organizations are told one by one, those with the most tickets; the others together. */
export const MOST_ORGANIZATIONS = 20
export const clocks = ['working', 'all'] as const

/** The days are those of the help desk's time zone; the period is that of the tickets' making. */
export const MeasureQuery = SupportRequestQuery.pick({
  supportRequestType: true,
  startDate: true,
  endDate: true,
}).extend({
  priority: oneOrMany(NewSupportRequest.shape.priority),
  organizationId: z.preprocess(blankIsNone, Id.optional()),
  clock: z.preprocess(blankIsNone, z.enum(clocks).default('working')),
})
export type MeasureQuery = z.infer<typeof MeasureQuery>
export const MeasureExportQuery = MeasureQuery.extend({ language: z.enum(['en', 'es']).default('en') })

const count = z.number().int()
const seconds = z.number().int()
const Times = z.object({ median: seconds, ninetieth: seconds }).nullable()

/** The numbers of some tickets; times in seconds of the chosen clock. `answered + waiting + unanswered` and `closed + open` are all of them. */
export const Measure = z.object({
  tickets: count,
  answered: count,
  /** open, without an answer */
  waiting: count,
  oldestWaiting: seconds.nullable(),
  /** closed without an answer */
  unanswered: count,
  response: Times,
  closed: count,
  open: count,
  oldestOpen: seconds.nullable(),
  resolution: Times,
})
export type Measure = z.infer<typeof Measure>

export const Measures = z.object({
  startDate: Day,
  endDate: Day,
  clock: z.enum(clocks),
  hours: WorkingHours,
  total: Measure,
  byType: z.array(Measure.extend({ type: z.enum(supportRequestTypes) })),
  byPriority: z.array(Measure.extend({ priority: z.enum(priorities) })),
  /** `others` says how many organizations a row stands for; without both it is of people without an organization. Null for who may not see it. */
  byOrganization: z
    .array(
      Measure.extend({ organization: z.object({ id: Id, name: z.string() }).nullable(), others: count.nullable() }),
    )
    .nullable(),
  /** The organization to which the numbers are narrowed. */
  organization: z.object({ id: Id, name: z.string() }).nullable(),
  /** Tickets from before the period that still wait for an answer. */
  earlier: z.object({ waiting: count, oldest: seconds.nullable() }),
})
export type Measures = z.infer<typeof Measures>
