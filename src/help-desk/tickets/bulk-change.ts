import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { SupportRequestRow } from './support-request.ts'

export const MOST_AT_ONCE = 200
/**
 * The maximum number of tickets that can be selected beyond those that are loaded; they are changed in several calls.
 */
export const MOST_SELECTED = 1000
/** How long the screen offers to undo a change. The server allows a little more, for network latency. */
export const UNDO_SECONDS = 10

/** Another status for all of them, or another (or no) assignee. */
const Change = z.union([
  z.strictObject({ status: SupportRequestRow.shape.status }),
  z.strictObject({ assigneeId: Id.nullable() }),
])
export const BulkChange = z.object({
  tickets: z
    .array(z.object({ id: Id, version: SupportRequestRow.shape.version }))
    .min(1)
    .max(MOST_AT_ONCE)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: 'ticket-twice' }),
  change: Change,
  /**
   * The ID of the change, chosen by the caller: repeating the call changes nothing twice. Further calls with it continue
   * the change: all are undone together and cause one notification.
   */
  bulkId: Id.optional(),
})
export type BulkChange = z.infer<typeof BulkChange>

/**
 * The outcome for one ticket: `stale` if it was changed since it was read, `merged` if it is read-only, `not-allowed`
 * also if it does not exist.
 */
export const BulkOutcome = z.object({ id: Id, outcome: z.enum(['done', 'stale', 'merged', 'not-allowed']) })
export const BulkAnswer = z.object({ bulkId: Id, undoSeconds: z.number().int(), results: z.array(BulkOutcome) })
export type BulkAnswer = z.infer<typeof BulkAnswer>

/** The tickets that currently match the filters: what "select all" selects. `hasMore` if there are more. */
export const TicketSelection = z.object({
  tickets: z.array(z.object({ id: Id, version: SupportRequestRow.shape.version })),
  hasMore: z.boolean(),
})
export type TicketSelection = z.infer<typeof TicketSelection>

/** `changed` if the same field was changed since, `too-late` if mails about the change were sent. */
export const UndoAnswer = z.object({
  results: z.array(z.object({ id: Id, outcome: z.enum(['undone', 'changed', 'too-late', 'not-allowed']) })),
})
export type UndoAnswer = z.infer<typeof UndoAnswer>

const contact = z.object({ firstName: z.string(), lastName: z.string() })
/** The people to whom a ticket can be assigned. */
export const Assignable = z.object({ items: z.array(z.object({ id: Id, contact })) })
export type Assignable = z.infer<typeof Assignable>

/** A ticket that was assigned to the reader and that they have not opened since. */
export const NewAssignments = z.object({
  items: z.array(z.object({ id: Id, ticketNumber: z.string(), assignedBy: contact.nullable(), changedOn: Timestamp })),
})
export type NewAssignments = z.infer<typeof NewAssignments>
