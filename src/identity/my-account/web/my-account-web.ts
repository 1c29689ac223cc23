import type { RouteObject } from 'react-router'
import type { SignInMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import type { WebFeature } from '#platform/web/feature.ts'
import { myAccountScreens } from './my-account-screens.ts'

/**
 * @param pages pages of the account area from other features
 * @param methods sections of the security page
 */
export const myAccountWeb = (pages: RouteObject[], methods: SignInMethod[]): WebFeature => ({
  name: 'my-account',
  loadNavigation: async () => (await import('./my-account-navigation.ts')).myAccountNavigation,
  inside: myAccountScreens(pages, methods),
  bare: [{ path: 'home/redirect', lazy: async () => ({ loader: (await import('./home-redirect.ts')).homeRedirect }) }],
})
