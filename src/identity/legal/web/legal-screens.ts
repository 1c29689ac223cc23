import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'
import { loadTexts } from '#platform/web/texts.ts'

/** The legal pages in their card; open to everyone, signed in or not. */
export const legalScreens: RouteObject = {
  lazy: async () => {
    const [{ LegalLayout }] = await Promise.all([import('./legal-layout.tsx'), loadTexts('legal')])
    return { Component: LegalLayout }
  },
  children: [
    screen('legal/privacyPolicy', {
      texts: ['legal'],
      title: 'legal:privacyPolicy.title',
      load: () => import('./privacy-policy-page.tsx'),
    }),
    screen('legal/terms', { texts: ['legal'], title: 'legal:terms.title', load: () => import('./terms-page.tsx') }),
  ],
}
