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

/** The default and the maximum number of days in a period. */
export const USUAL_DAYS = 90
export const MOST_DAYS = 366
/** How many organizations are listed separately, those with the most tickets; the others are combined. */
export const MOST_ORGANIZATIONS = 20
export const clocks = ['working', 'all'] as const

/** The days are in the help desk's time zone; the period applies to when tickets were created. */
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

/**
 * The measures of some tickets; times in seconds of the selected clock. `answered + waiting + unanswered` and `closed +
 * open` each equal the total.
 */
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
  /**
   * `others` is the number of organizations that a row combines; a row without both is for people without an
   * organization. Null for readers who may not see it.
   */
  byOrganization: z
    .array(
      Measure.extend({ organization: z.object({ id: Id, name: z.string() }).nullable(), others: count.nullable() }),
    )
    .nullable(),
  /** The organization to which the measures are limited. */
  organization: z.object({ id: Id, name: z.string() }).nullable(),
  /** Tickets from before the period that still wait for an answer. */
  earlier: z.object({ waiting: count, oldest: seconds.nullable() }),
})
export type Measures = z.infer<typeof Measures>
