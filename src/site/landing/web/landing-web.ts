import { loadRedirects, type SignInButton, type SignInMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import type { WebFeature } from '#platform/web/feature.ts'
import { composed, screen } from '#platform/web/screen.tsx'

/**
 * The front page itself is in web.tsx, which loads nothing else.
 * @param methods the methods at another site are part of the sign-in page
 * @param buttons below the form
 */
export const landingWeb = (methods: SignInMethod[], buttons: SignInButton[]): WebFeature => ({
  name: 'landing',
  visitor: [
    screen('auth/login', {
      texts: ['landing'],
      title: 'landing:login',
      load: () =>
        composed(
          import('./login-page.tsx'),
          loadRedirects(methods).then((redirects) => ({ buttons, redirects })),
        ),
    }),
  ],
})
