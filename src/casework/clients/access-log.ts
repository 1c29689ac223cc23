import type { Generated } from 'kysely'
import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'

/**
 * How an account saw details of a person. `sent`: a referral was sent, and its recipient received them. `service-list`: a
 * list of services was sent to the person. `answer-link`: the recipient opened a referral by link, without an account.
 */
export const viewMethods = [
  'record',
  'list',
  'duplicate',
  'phone',
  'referral',
  'referral-list',
  'message',
  'file',
  'sent',
  'invitation',
  'export',
  'service-list',
  'answer-link',
] as const

/** The methods that show many people at once. */
export const listWays = ['list', 'referral-list'] as const

/** One response that contained more of these people than first name and initial. */
export const AccessLogRow = z.object({
  id: z.number().int(),
  contactIds: z.array(Id),
  accountId: Id.nullable(),
  impersonatorId: Id.nullable(),
  organizationId: Id.nullable(),
  way: z.enum(viewMethods),
  referralId: Id.nullable(),
  viewedOn: Timestamp,
})
export type AccessLogRow = z.infer<typeof AccessLogRow>

declare module '#platform/server/database.ts' {
  interface Tables {
    accessLog: {
      [Column in keyof AccessLogRow]: Column extends 'id' | 'viewedOn'
        ? Generated<AccessLogRow[Column]>
        : AccessLogRow[Column]
    }
  }
}
