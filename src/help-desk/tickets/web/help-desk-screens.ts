import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

/** The support area. */
export const helpDeskScreens: RouteObject[] = [
  screen('support/helpDesk', {
    texts: ['tickets', 'files', 'list-views'],
    title: 'tickets:page.title',
    load: () => import('./help-desk-page.tsx'),
  }),
  screen('support/helpDesk/:ticketNumber', {
    texts: ['tickets'],
    title: 'tickets:page.title',
    load: () => import('./ticket-by-number.ts'),
  }),
]

/** The target of a mail's unsubscribe link; open to everyone, signed in or not. */
export const emailUpdatesScreen = screen('support/emailUpdates/:code', {
  texts: ['tickets'],
  title: 'tickets:stop.title',
  load: () => import('./waiting/email-updates-page.tsx'),
})
