import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { NoteFileRow, SupportRequestFileRow } from '../attached-file.ts'
import { SupportRequestNoteRow, SupportRequestRow } from '../support-request.ts'
import { TicketTimesRow } from '../ticket-times.ts'

const HelpDeskPreferenceRow = z.object({
  accountId: Id,
  mailsOfAnswers: z.boolean(),
})

const SupportRequestBulkRow = z.object({
  id: Id,
  accountId: Id,
  field: z.enum(['status', 'assignee']),
  createdOn: Timestamp,
})

const SupportRequestBulkItemRow = z.object({
  bulkId: Id,
  supportRequestId: Id,
  fromValue: z.string().nullable(),
  toValue: z.string().nullable(),
  version: z.number().int(),
  undoneOn: Timestamp.nullable(),
  toldOn: Timestamp.nullable(),
})

const SupportRequestCounterRow = z.object({
  onlyRow: z.boolean(),
  lastNumber: z.number().int(),
  lastCreatedOn: Timestamp,
})

const SupportRequestFilingRow = z.object({
  accountId: Id,
  key: z.string(),
  supportRequestId: Id,
  given: z.string(),
  createdOn: Timestamp,
})

const SupportRequestMentionRow = z.object({
  noteId: Id,
  accountId: Id,
  seenOn: Timestamp.nullable(),
})

const SupportRequestMergeRow = z.object({
  id: Id,
  duplicateId: Id,
  targetId: Id,
  accountId: Id,
  createdOn: Timestamp,
  fromStatus: z.string(),
  carriedOn: Timestamp.nullable(),
  toldOn: Timestamp.nullable(),
  undoneOn: Timestamp.nullable(),
  undoneBy: Id.nullable(),
})

const SupportRequestPresenceRow = z.object({
  supportRequestId: Id,
  accountId: Id,
  tabId: Id,
  state: z.enum(['looking', 'writing']),
  seenOn: Timestamp,
})

const SupportRequestSubscriptionRow = z.object({
  supportRequestId: Id,
  accountId: Id,
})

/** The tables that only this feature writes. */
export const ticketsTables: Record<string, z.ZodObject> = {
  help_desk_preference: HelpDeskPreferenceRow,
  note_file: NoteFileRow,
  support_request: SupportRequestRow,
  support_request_bulk: SupportRequestBulkRow,
  support_request_bulk_item: SupportRequestBulkItemRow,
  support_request_counter: SupportRequestCounterRow,
  support_request_file: SupportRequestFileRow,
  support_request_filing: SupportRequestFilingRow,
  support_request_mention: SupportRequestMentionRow,
  support_request_merge: SupportRequestMergeRow,
  support_request_note: SupportRequestNoteRow,
  support_request_presence: SupportRequestPresenceRow,
  support_request_subscription: SupportRequestSubscriptionRow,
  support_request_times: TicketTimesRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    helpDeskPreference: TableFor<z.infer<typeof HelpDeskPreferenceRow>, 'mailsOfAnswers'>
    supportRequestBulk: TableFor<z.infer<typeof SupportRequestBulkRow>, 'id' | 'createdOn'>
    supportRequestBulkItem: TableFor<z.infer<typeof SupportRequestBulkItemRow>>
    supportRequestCounter: TableFor<
      z.infer<typeof SupportRequestCounterRow>,
      'onlyRow' | 'lastNumber' | 'lastCreatedOn'
    >
    supportRequestFiling: TableFor<z.infer<typeof SupportRequestFilingRow>, 'createdOn'>
    supportRequestMention: TableFor<z.infer<typeof SupportRequestMentionRow>>
    supportRequestMerge: TableFor<
      z.infer<typeof SupportRequestMergeRow> & { fromStatus: SupportRequestRow['status'] },
      'id' | 'createdOn'
    >
    supportRequestPresence: TableFor<z.infer<typeof SupportRequestPresenceRow>, 'seenOn'>
    supportRequestSubscription: TableFor<z.infer<typeof SupportRequestSubscriptionRow>>
  }
}
