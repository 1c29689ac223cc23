import { knownUser, userHasRole } from '#platform/web/session-user.ts'

/** Whether the reader handles tickets: may read internal notes, manage canned answers, and see watchers. */
export const handlesTickets = () => userHasRole(knownUser(), 'support-agent', 'platform-admin')
