/** For the list of people, and for a person's record. */
export { comparePeople } from './compare-people.ts'
export { DuplicatesNotice } from './duplicates-notice.tsx'
export { FormerRecords } from './former-records.tsx'
