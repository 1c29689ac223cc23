import { z } from 'zod'
import { EditedService } from '#directory/editing/listing-editing.ts'
import { PhoneLine } from '#directory/services/service-search.ts'
import { Day, Id, line, PageQuery, pageOf, Timestamp } from '#platform/schema/fields.ts'

/** A mail, and two reminders. */
export const MAILS = 3
/** A service with so many referrals within a year is important: it is asked about sooner. */
export const IMPORTANT_REFERRALS = 5

export const CheckCode = z.object({ code: line(200, 1) })

/** A service as the link of a mail shows it: what everybody may read. */
export const CheckedService = EditedService.pick({
  id: true,
  version: true,
  assuredDate: true,
  values: true,
  places: true,
})
  // Confirmed since the mail.
  .extend({ isConfirmed: z.boolean() })
export type CheckedService = z.infer<typeof CheckedService>

/** What the link of a mail is about. */
export const CheckLink = z.object({
  state: z.enum(['open', 'used', 'expired']),
  organizationName: z.string(),
  services: z.array(CheckedService),
})
export type CheckLink = z.infer<typeof CheckLink>

/** Which services are still correct, each by the version that was read. */
export const CheckAnswer = z.object({
  services: z
    .array(z.object({ id: Id, version: z.number().int() }))
    .min(1)
    .max(50),
})
export type CheckAnswer = z.infer<typeof CheckAnswer>

/** A service on the work list of the data managers. */
export const WaitingCheck = z.object({
  serviceId: Id,
  version: z.number().int(),
  name: z.string(),
  organizationId: Id,
  organizationName: z.string(),
  assuredDate: Day.nullable(),
  /** Referrals within a year. */
  importance: z.number().int(),
  /** Whether its organization was asked; if not, nobody manages it here. */
  wasAsked: z.boolean(),
  startedOn: Timestamp,
  phones: z.array(PhoneLine),
})
export type WaitingCheck = z.infer<typeof WaitingCheck>
export const WaitingQuery = PageQuery
export const WaitingPage = pageOf(WaitingCheck)
export type WaitingPage = z.infer<typeof WaitingPage>
