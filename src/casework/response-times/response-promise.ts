import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'

/** What the recipient of a referral has to do next: open it, answer it, reach the person. */
export const promiseStages = ['view', 'answer', 'contact'] as const
export type PromiseStage = (typeof promiseStages)[number]

/** At most thirty working days. */
const Hours = z.number().int().min(1).max(720)

export const ResponsePromiseRow = z.object({
  organizationId: Id,
  /** in hours of working days, of which a day has 24 */
  viewHours: Hours,
  answerHours: Hours,
  contactHours: Hours,
  /** who is notified of what is late; null: the admins */
  escalateToId: Id.nullable(),
  /** 0 while nothing is promised */
  version: z.number().int().min(0),
  changedBy: Id.nullable(),
  changedOn: Timestamp,
})

export const PromiseCall = ResponsePromiseRow.pick({
  viewHours: true,
  answerHours: true,
  contactHours: true,
  escalateToId: true,
  version: true,
}).check(({ value, issues }) => {
  if (value.answerHours < value.viewHours)
    issues.push({ code: 'custom', message: 'answer-before-view', path: ['answerHours'], input: value })
})
export type PromiseCall = z.infer<typeof PromiseCall>

/** As long as an organization has promised nothing: when the portal sends its two reminders. */
export const usualHours = { viewHours: 72, answerHours: 144, contactHours: 72 }

export const ResponsePromise = ResponsePromiseRow.pick({
  viewHours: true,
  answerHours: true,
  contactHours: true,
  version: true,
}).extend({
  escalateToId: Id.nullable(),
  /** whether the organization itself promised this */
  isPromised: z.boolean(),
  /** who can be named */
  people: z.array(z.object({ id: Id, name: z.string() })),
})
export type ResponsePromise = z.infer<typeof ResponsePromise>
