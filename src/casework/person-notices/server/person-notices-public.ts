/** What other features may use of what people were told. */
export { erasePersonNotices, listPersonNotices } from './list-told.ts'
export { personNoticeRows } from './person-notice-rows.ts'
