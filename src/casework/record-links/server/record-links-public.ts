/** What other features may use of links to people's records. */
export { eraseRecordLinks, lastRecordOpenedOn, listLinksOf, lockRecordLinks, makeLinkFor } from './make-record-link.ts'
export { recordLinkRows } from './record-link-rows.ts'
