import { z } from 'zod'
import { AccessLogRow } from '#casework/clients/access-log.ts'
import { Need } from '#directory/needs/need.ts'
import { Id, PageQuery, pageOf } from '#platform/schema/fields.ts'

/** An entry of the access log for readers, with the current names of the accounts. */
export const AccessLogEntry = AccessLogRow.pick({ id: true, way: true, viewedOn: true }).extend({
  name: z.string().nullable(),
  impersonatorName: z.string().nullable(),
  organizationName: z.string().nullable(),
  /** Whether it was seen by another organization than the one that owns the record. */
  isDisclosure: z.boolean(),
  /** The need of the referral through which it was seen. */
  need: Need.nullable(),
})
export type AccessLogEntry = z.infer<typeof AccessLogEntry>
export const AccessLogPage = pageOf(AccessLogEntry)
export type AccessLogPage = z.infer<typeof AccessLogPage>

/** An entry as platform admins see it in the log of all people, with some of the people concerned. */
export const NetworkAccessLogEntry = AccessLogEntry.omit({ isDisclosure: true, need: true }).extend({
  /** First name and initial; null once the record was erased. */
  people: z.array(z.object({ id: Id, shortName: z.string().nullable() })),
  peopleCount: z.number().int(),
})
export type NetworkAccessLogEntry = z.infer<typeof NetworkAccessLogEntry>
export const NetworkAccessLogPage = pageOf(NetworkAccessLogEntry)
export type NetworkAccessLogPage = z.infer<typeof NetworkAccessLogPage>

/** Lists show many people at once and fill the log; they are omitted by default. */
export const AccessLogQuery = PageQuery.extend({ lists: z.stringbool().default(false) })
export type AccessLogQuery = z.infer<typeof AccessLogQuery>

export const AccessLogExportQuery = z.object({ language: z.enum(['en', 'es']).default('en') })

/** An organization's record of the signed-in community member. */
export const MyRecord = z.object({ contactId: Id, organizationName: z.string() })
export type MyRecord = z.infer<typeof MyRecord>
export const MyRecords = z.object({ items: z.array(MyRecord), nextCursor: z.null() })
export type MyRecords = z.infer<typeof MyRecords>
