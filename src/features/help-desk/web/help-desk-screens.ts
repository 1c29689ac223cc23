import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

/** The support area. */
export const helpDeskScreens: RouteObject[] = [
  screen('support/helpDesk', {
    texts: ['help-desk', 'files'],
    title: 'help-desk:page.title',
    load: () => import('./help-desk-page.tsx'),
  }),
  screen('support/helpDesk/:ticketNumber', {
    texts: ['help-desk'],
    title: 'help-desk:page.title',
    load: () => import('./ticket-by-number.ts'),
  }),
  screen('support/cannedAnswers', {
    texts: ['help-desk'],
    title: 'help-desk:answers.title',
    load: () => import('./answering/canned-answers-page.tsx'),
  }),
]

/** Where a mail's way out leads; open to everybody, signed in or not. */
export const emailUpdatesScreen = screen('support/emailUpdates/:code', {
  texts: ['help-desk'],
  title: 'help-desk:stop.title',
  load: () => import('./waiting/email-updates-page.tsx'),
})
