import { z } from 'zod'
import { Day } from '#platform/schema/fields.ts'
import { intakeStatuses } from './directory-rows.ts'

export type IntakeStatus = (typeof intakeStatuses)[number]

/** Whether a service takes new people, as its organization says. */
export const ServiceIntake = z.object({
  status: z.enum(intakeStatuses),
  /** new people a week, if they are limited and somebody counted */
  perWeek: z.number().int().min(1).max(9999).nullable(),
  /** about how many weeks a person waits, if there is a waitlist and somebody knows */
  waitWeeks: z.number().int().min(1).max(520).nullable(),
  /** the last day on which this is known to hold; of a pause, its last day */
  until: Day,
})
export type ServiceIntake = z.infer<typeof ServiceIntake>

/** As the directory shows it. */
export const ShownIntake = ServiceIntake.extend({
  statedOn: Day,
  /** Whether it is still known to hold. */
  isConfirmed: z.boolean(),
})
export type ShownIntake = z.infer<typeof ShownIntake>

/** Whether a service is known to take nobody new today. */
export const takesNobody = (intake: ShownIntake | null) =>
  intake?.isConfirmed === true && (intake.status === 'paused' || intake.status === 'closed')

/** A statement holds for 30 days unless its author says otherwise, and for a year at most. */
export const DAYS_HELD = 30
export const MOST_DAYS_HELD = 366

/** The day so many days later. @param day as `2026-11-23` */
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** What only some statuses have is left out of the others. */
export const plainIntake = (intake: ServiceIntake): ServiceIntake => ({
  ...intake,
  perWeek: intake.status === 'limited' ? intake.perWeek : null,
  waitWeeks: intake.status === 'waitlist' ? intake.waitWeeks : null,
})
