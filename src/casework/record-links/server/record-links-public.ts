/** What other features may use of links to people's records. */
export { eraseRecordLinks, listLinksOf, lockRecordLinks, makeLinkFor } from './make-record-link.ts'
export { recordLinkRows } from './record-link-rows.ts'
