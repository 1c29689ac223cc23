import { knownUser, userHasRole } from '#platform/web/session-user.ts'

/** Whether the reader handles tickets: reads internal notes, keeps canned answers, sees who watches. */
export const handlesTickets = () => userHasRole(knownUser(), 'support-agent', 'platform-admin')
