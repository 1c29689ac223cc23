/** At most so many messages in so many seconds, counted from the first of them. */
export interface Bound {
  most: number
  seconds: number
}
export const hours = (count: number) => count * 60 * 60
export const days = (count: number) => count * 24 * 60 * 60

/** Whose messages of one kind are counted together: all to one address or number, all by one account, all by one organization. */
export type BoundScope = 'recipient' | 'sender' | 'organization'

/**
 * A kind of message, with how many of it may go out. Over a bound:
 * - `refuse`: the act that sends it is refused with 429, because a person waits for its outcome;
 * - `leave-out`: the act goes on, and the message is not delivered;
 * - `collapse`: the same, but the first message over the bound brings its `collapsed` words instead, so that its reader
 *   knows that there is more.
 */
export interface MessageKind {
  name: string
  overBound: 'refuse' | 'leave-out' | 'collapse'
  bounds: Partial<Record<BoundScope, Bound>>
}

/** On whose behalf a message goes; null where no account, or no organization, caused it. */
export interface MessageCause {
  accountId: string | null
  organizationId: string | null
}
/** The portal itself: a clock, or a message that is bounded by its recipient alone. */
export const nobody: MessageCause = { accountId: null, organizationId: null }
