/** What other features may use to let people in by a link. */
export { LINK_DAYS, newLink, sendLink } from './send-link.ts'
