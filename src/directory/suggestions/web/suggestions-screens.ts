import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

const texts = ['suggestions', 'editing', 'services']

/** Suggesting a correction, and deciding about it. */
export const suggestionsScreens: RouteObject[] = [
  screen('directory/service/:serviceId/correction', {
    texts,
    title: 'suggestions:form.title',
    load: () => import('./correction-page.tsx'),
  }),
  screen('organization/corrections', {
    texts,
    title: 'suggestions:list.title',
    load: () => import('./corrections-page.tsx'),
  }),
]
