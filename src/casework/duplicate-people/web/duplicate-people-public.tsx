/** For the list of people, and for a person's record. */
export { DuplicatesNotice } from './duplicates-notice.tsx'
export { FormerRecords } from './former-records.tsx'
