/** What other features may use of the notifications of people. */
export { erasePersonNotices, listPersonNotices } from './list-notified.ts'
export { personNoticeRows } from './person-notice-rows.ts'
