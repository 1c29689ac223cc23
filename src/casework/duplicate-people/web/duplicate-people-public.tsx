/** For the list of people. */
export { DuplicatesNotice } from './duplicates-notice.tsx'
