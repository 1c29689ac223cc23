import { z } from 'zod'
import { TransitionCall } from '#casework/referrals/referral-call.ts'
import { Id } from '#platform/schema/fields.ts'

/** How many referrals one call changes, and how many can be selected. */
export const MOST_AT_ONCE = 200
/** How long the screen offers to undo a change. */
export const UNDO_SECONDS = 10

export const bulkActions = [
  'assign',
  'view',
  'accept',
  'decline',
  'remind',
  'recall',
  'closeResolved',
  'closeUnresolved',
] as const
export type BulkAction = (typeof bulkActions)[number]

const Target = z.object({ id: Id, version: TransitionCall.shape.version })

/** One act on many referrals, with the same reason, outcome and note for all. */
export const BulkCall = z.object({
  /** chosen by the caller: a repeated call continues where the first one ended, and does nothing twice */
  bulkId: Id,
  action: z.enum(bulkActions),
  referrals: z
    .array(Target)
    .min(1)
    .max(MOST_AT_ONCE)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: 'referral-twice' }),
  reason: TransitionCall.shape.reason,
  outcome: TransitionCall.shape.outcome,
  note: TransitionCall.shape.note,
  /** for `assign`; null: nobody. For `accept`, by default the caller. */
  assigneeId: TransitionCall.shape.assigneeId,
})
export type BulkCall = z.infer<typeof BulkCall>

/**
 * What became of one referral: `unchanged`, it was so already; `changed`, somebody changed it since it was read;
 * `not-possible`, not in its present state; `not-allowed`, not for this side of it; `not-found`, also if the caller may
 * not see it; `reminded`, its recipient got a reminder within a day; `taken`, another organization was first.
 */
export const bulkOutcomes = [
  'done',
  'unchanged',
  'changed',
  'not-possible',
  'not-allowed',
  'not-found',
  'reminded',
  'taken',
] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]

export const BulkAnswer = z.object({
  bulkId: Id,
  /** whether this act can be undone, and how long the screen offers it */
  canUndo: z.boolean(),
  undoSeconds: z.number().int(),
  results: z.array(z.object({ id: Id, outcome: z.enum(bulkOutcomes) })),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

export const undoOutcomes = ['undone', 'changed', 'not-possible', 'not-allowed', 'not-found'] as const
export const UndoAnswer = z.object({ results: z.array(z.object({ id: Id, outcome: z.enum(undoOutcomes) })) })
export type UndoAnswer = z.infer<typeof UndoAnswer>

/** The referrals that match the filters now: what "select all" selects. `hasMore` if there are more. */
export const ReferralSelection = z.object({ referrals: z.array(Target), hasMore: z.boolean() })
export type ReferralSelection = z.infer<typeof ReferralSelection>

/** Counting stops above this. */
export const MOST_COUNTED = 99
const count = z.number().int()
export const ReferralCounts = z.object({ waiting: count, late: count, mine: count, unread: count })
export type ReferralCounts = z.infer<typeof ReferralCounts>

export const Assignable = z.object({ items: z.array(z.object({ id: Id, name: z.string() })) })
export type Assignable = z.infer<typeof Assignable>
