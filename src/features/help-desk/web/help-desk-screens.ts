import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

/** The support area. */
export const helpDeskScreens: RouteObject[] = [
  screen('support/helpDesk', {
    texts: ['help-desk', 'files'],
    title: 'help-desk:page.title',
    load: () => import('./help-desk-page.tsx'),
  }),
  screen('support/cannedAnswers', {
    texts: ['help-desk'],
    title: 'help-desk:answers.title',
    load: () => import('./answering/canned-answers-page.tsx'),
  }),
]
