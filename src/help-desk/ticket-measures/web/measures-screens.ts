import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

/** The help desk's measures. */
export const measuresScreens: RouteObject[] = [
  screen('support/measures', {
    texts: ['ticket-measures', 'tickets'],
    title: 'ticket-measures:page.title',
    load: () => import('./measures-page.tsx'),
  }),
]
