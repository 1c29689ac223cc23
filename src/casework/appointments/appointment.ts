import { z } from 'zod'
import { Id, paragraphs, Timestamp } from '#platform/schema/fields.ts'

/** The appointment that a person has for a referral. */
export const AppointmentRow = z.object({
  referralId: Id,
  startsOn: Timestamp,
  note: paragraphs(500).nullable(),
  cancelledOn: Timestamp.nullable(),
  eventId: Id,
  changedOn: Timestamp,
  version: z.number().int(),
})
export type AppointmentRow = z.infer<typeof AppointmentRow>

/** As its author saw the appointment; 0: there was none. */
const version = z.number().int().min(0)
export const AppointmentCall = AppointmentRow.pick({ startsOn: true, note: true }).extend({ version })
export type AppointmentCall = z.infer<typeof AppointmentCall>
export const CancelAppointmentCall = z.object({ version: z.coerce.number().pipe(version) })

/** As both sides and the person see it. */
export const Appointment = AppointmentRow.pick({ startsOn: true, note: true, cancelledOn: true })
export type Appointment = z.infer<typeof Appointment>

export const ShownAppointment = z.object({
  appointment: Appointment.nullable(),
  /** of the appointment; 0: none was recorded */
  version: z.number().int(),
  /** whether the reader is the recipient and works on the referral */
  mayChange: z.boolean(),
})
export type ShownAppointment = z.infer<typeof ShownAppointment>

const YEAR = 366 * 86_400_000
/** What is wrong with a time; a key of the texts. */
export function mistakeInTime(startsOn: string, now = Date.now()) {
  const time = Date.parse(startsOn)
  if (time < now) return 'time-past'
  return time > now + YEAR ? 'time-far' : null
}
