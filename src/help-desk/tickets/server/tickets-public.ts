/** What other features may use of the help desk. */
export { mayReadTicketFile } from './attached-file-queries.ts'
