import { z } from 'zod'
import { Timestamp } from '#platform/schema/fields.ts'

export const deliveryFailures = ['invalid-address', 'unsubscribed', 'refused', 'no-service', 'no-answer'] as const

/** That a message to a person was not delivered, and why; without its contents. */
export const Undelivered = z.object({
  channel: z.enum(['email', 'sms', 'voice']),
  failure: z.enum(deliveryFailures),
  failedOn: Timestamp,
})
export type Undelivered = z.infer<typeof Undelivered>
