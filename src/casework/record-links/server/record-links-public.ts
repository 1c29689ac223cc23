/** What other features may use of links to people's records. */
export { eraseRecordLinks, listLinksOf, makeLinkFor } from './make-record-link.ts'
