/** What other features may use of mentions. */
export { listMentions, mentionsOf, recordMentions } from './mention-queries.ts'
