/** What the rest of the portal shows of the help desk. */
export { MentionCount } from './answering/mention-count.tsx'
