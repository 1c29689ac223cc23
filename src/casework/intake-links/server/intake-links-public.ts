/** What other features may use to let people in by a link. */
export { eraseIntakeLinks } from './make-link.ts'
export { LINK_DAYS, newLink, sendLink } from './send-link.ts'
