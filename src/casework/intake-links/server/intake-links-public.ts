/** What other features may use to let people in by a link. */
export { eraseIntakeLinks } from './make-link.ts'
export { type LinkProduct, linkMessage, linkWords, newLink, sendLink } from './send-link.ts'
