/** What other features may use of receipts. */
export { messageSeenOn, recordSeen, seenSequence } from './record-seen.ts'
