/** What the rest of the portal may use of the help desk. */
export { mayReadTicketFile } from './attached-file-queries.ts'
