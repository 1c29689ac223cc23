/** What other features may use of the consent text. */
export { findPublishedText, listTextNumbers } from './consent-text-queries.ts'
export { fillText } from './fill-text.ts'
