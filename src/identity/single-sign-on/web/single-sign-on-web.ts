import type { SignInRedirect } from '#identity/accounts/web/sign-in-method-public.ts'
import { api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import type { WebFeature } from '#platform/web/feature.ts'
import { signOnScreens } from './sign-on-screens.ts'

export const singleSignOnWeb: WebFeature = { name: 'single-sign-on', openWithComponents: signOnScreens }

const quiet = { quiet: true, staysOn401: true }

export const signOnRedirect: SignInRedirect = {
  isOffered: () => configuration().signOnName !== null,
  load: () => import('./sign-on-redirect.tsx'),
  // The server returns it only once, so that the provider's redirect ends here.
  findSignOut: async () => {
    const answer = await api
      .post<{ url: string | null }>('/api/singleSignOn/signOut', undefined, quiet)
      .catch(() => null)
    return answer?.url ?? null
  },
}
