/** What other features may use of the help desk. */
export { writeNote } from './add-note.ts'
export { type ReplyAddress, readReplyAddress } from './answering/reply-address.ts'
export { insertAttached, mayReadTicketFile } from './attached-file-queries.ts'
export type { HelpDeskServices } from './help-desk-services.ts'
export { findTicketByNumber, lockTicketByNumber } from './merging/lock-noted.ts'
export { ticketTimes } from './working/closing-queries.ts'
