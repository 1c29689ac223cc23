import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { SupportRequestRow } from './support-request.ts'

/** The maximum number of duplicates per merge, and in total per ticket. */
export const MOST_DUPLICATES = 20
export const MOST_UNDER_ONE = 100

const isEachOnce = (ids: string[]) => new Set(ids).size === ids.length
const Asked = SupportRequestRow.pick({ id: true, version: true })

/** The tickets with the versions that were read: if one has changed since, the preview must be shown again. */
export const Merge = z.object({
  target: Asked,
  duplicates: z
    .array(Asked)
    .min(1)
    .max(MOST_DUPLICATES)
    .refine((all) => isEachOnce(all.map(({ id }) => id)), { error: 'ticket-twice' }),
})
export type Merge = z.infer<typeof Merge>

export const MergePreviewQuery = z.object({
  targetId: Id,
  duplicateId: z.preprocess(
    (value) => (value === undefined ? [] : [value].flat()),
    z.array(Id).min(1).max(MOST_DUPLICATES).refine(isEachOnce, { error: 'ticket-twice' }),
  ),
})
export type MergePreviewQuery = z.infer<typeof MergePreviewQuery>

const contact = z.object({ firstName: z.string(), lastName: z.string() })
const counts = {
  notes: z.number().int(),
  internalNotes: z.number().int(),
  screenshots: z.number().int(),
  /** who is notified by mail */
  watchers: z.array(z.object({ id: Id, contact, isOnHold: z.boolean() })),
}

/**
 * A ticket before a merge. Its notes, screenshots and watchers include those of tickets that were merged into it
 * before.
 */
export const MergeSide = SupportRequestRow.pick({
  id: true,
  ticketNumber: true,
  version: true,
  status: true,
  createdOn: true,
  supportRequestType: true,
  priority: true,
  description: true,
}).extend({
  fromOrganization: z.object({ id: Id, name: z.string() }).nullable(),
  createdByPortalAccount: z.object({ id: Id, email: z.string(), contact }),
  assignee: z.object({ id: Id, contact }).nullable(),
  mergedTickets: z.number().int(),
  ...counts,
})
export type MergeSide = z.infer<typeof MergeSide>

/**
 * Warnings before a merge: `other-readers` if people of the duplicate will not see the target and keep their own
 * ticket, `other-assignee` if it is assigned to another person, `more-urgent` if its priority is higher.
 */
const mergeWarnings = ['other-readers', 'other-assignee', 'more-urgent', 'target-closed'] as const
export const MergePreview = z.object({
  target: MergeSide,
  duplicates: z.array(MergeSide),
  warnings: z.array(z.object({ kind: z.enum(mergeWarnings), ticketNumber: z.string() })),
  /** the combined counts afterwards, for people who handle tickets */
  result: z.object(counts),
})
export type MergePreview = z.infer<typeof MergePreview>

export const MergeAnswer = z.object({
  undoSeconds: z.number().int(),
  merges: z.array(z.object({ id: Id, ticketId: Id, ticketNumber: z.string() })),
})
export type MergeAnswer = z.infer<typeof MergeAnswer>

export const MergeUndo = z.object({ mergeIds: z.array(Id).min(1).max(MOST_DUPLICATES) })
export type MergeUndo = z.infer<typeof MergeUndo>
/** `not-allowed` also if there is no such merge. */
export const MergeUndoAnswer = z.object({
  results: z.array(z.object({ id: Id, ticketId: Id.nullable(), outcome: z.enum(['undone', 'not-allowed']) })),
})
export type MergeUndoAnswer = z.infer<typeof MergeUndoAnswer>
