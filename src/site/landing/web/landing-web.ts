import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

/** The front page itself is in web.tsx, which loads nothing else. */
export const landingWeb: WebFeature = {
  name: 'landing',
  visitor: [
    screen('auth/login', {
      texts: ['landing', 'single-sign-on'],
      title: 'landing:login',
      load: () => import('./login-page.tsx'),
    }),
  ],
}
