import { type MiddlewareFunction, type RouteObject, redirect } from 'react-router'
import { loadMethods, type SignInMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import { composed, screen } from '#platform/web/screen.tsx'

/** Redirects before anything is loaded, so that nothing is loaded twice. */
const toPreferences: MiddlewareFunction = () => {
  throw redirect('/myAccount/preferences')
}

/**
 * The account area. Its preferences are also available as home.
 * @param pages pages from other features
 * @param methods sections of the security page
 */
export const myAccountScreens = (pages: RouteObject[], methods: SignInMethod[]): RouteObject[] => [
  {
    ...screen('myAccount', {
      texts: ['accounts'],
      title: 'accounts:menu.title',
      load: () => import('./account-layout.tsx'),
    }),
    index: false,
    children: [
      { index: true, middleware: [toPreferences], loader: () => null },
      { path: 'home', middleware: [toPreferences], loader: () => null },
      screen('preferences', {
        texts: ['accounts'],
        title: 'accounts:preferences.title',
        load: () => import('./preferences-page.tsx'),
      }),
      screen('security', {
        texts: ['accounts', 'account-safety'],
        title: 'accounts:security.title',
        load: () =>
          composed(
            import('./security-page.tsx'),
            loadMethods(methods).then((loaded) => ({ methods: loaded })),
          ),
      }),
      screen('superAdmin', {
        texts: ['accounts', 'account-safety'],
        title: 'accounts:superAdmin.title',
        load: () => import('./super-admin-page.tsx'),
      }),
      ...pages,
    ],
  },
]
