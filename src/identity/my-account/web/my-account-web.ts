import type { RouteObject } from 'react-router'
import type { WebFeature } from '#platform/web/feature.ts'
import { myAccountScreens } from './my-account-screens.ts'

/** @param pages pages of the account area from other features */
export const myAccountWeb = (pages: RouteObject[]): WebFeature => ({
  name: 'my-account',
  loadNavigation: async () => (await import('./my-account-navigation.ts')).myAccountNavigation,
  inside: myAccountScreens(pages),
  bare: [{ path: 'home/redirect', lazy: async () => ({ loader: (await import('./home-redirect.ts')).homeRedirect }) }],
})
