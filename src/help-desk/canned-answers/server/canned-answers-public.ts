/** What other features may use of canned answers. */
export { findOffered } from './canned-answer-queries.ts'
