/** At most this many messages in this many seconds, counted from the first one. */
export interface Bound {
  most: number
  seconds: number
}
/** In seconds, as in a {@link Bound}. */
export const hours = (count: number) => count * 60 * 60
/** In seconds. */
export const days = (count: number) => count * 24 * 60 * 60

/**
 * Which messages of one kind are counted together: to one address or number, from one account, or from one
 * organization.
 */
export type BoundScope = 'recipient' | 'sender' | 'organization'

/**
 * A kind of message, with its limits. Over a limit:
 * - `refuse`: the act that sends it fails with 429, because a person is waiting for its outcome;
 * - `leave-out`: the act succeeds, and the message is not delivered;
 * - `collapse`: the same, but the first message over the limit is sent with its `collapsed` text instead, so that the
 *   reader knows that there is more.
 */
export interface MessageKind {
  name: string
  overBound: 'refuse' | 'leave-out' | 'collapse'
  bounds: Partial<Record<BoundScope, Bound>>
}

/** On whose behalf a message is sent; null if no account or no organization caused it. */
export interface MessageCause {
  accountId: string | null
  organizationId: string | null
}
/** The portal itself: a schedule, or a message that is limited only by its recipient. */
export const nobody: MessageCause = { accountId: null, organizationId: null }
