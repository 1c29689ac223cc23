import { z } from 'zod'
import { Timestamp } from '#platform/schema/fields.ts'

export const contactMethods = ['phone', 'text', 'email', 'in person', 'other'] as const
export const ContactMethod = z.enum(contactMethods)

/** When and how the recipient first reached the person. */
export const FirstContactCall = z.object({
  firstContactOn: Timestamp.meta({ title: 'First contact' }),
  firstContactBy: ContactMethod.meta({ title: 'How' }),
})
export type FirstContactCall = z.infer<typeof FirstContactCall>

const minuteOf = (time: string) => Math.floor(Date.parse(time) / 60_000)

/**
 * What is wrong with the time of a first contact, as the key of a text. People enter it to the minute.
 * @param now ISO time
 */
export function mistakeInContactTime(firstContactOn: string, sentOn: string | null, now: string) {
  if (minuteOf(firstContactOn) > minuteOf(now)) return 'date-in-future'
  return sentOn && minuteOf(firstContactOn) < minuteOf(sentOn) ? 'contact-before-referral' : null
}
