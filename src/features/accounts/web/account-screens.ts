import { type MiddlewareFunction, type RouteObject, redirect } from 'react-router'
import { actAsScreen } from '#features/account-safety/web/account-safety-screens-public.ts'
import { myRecordScreen } from '#features/person-rights/web/person-rights-screens-public.ts'
import { myInfoScreen } from '#features/team/web/team-screens-public.ts'
import { screen } from '#platform/web/screen.tsx'

const texts = ['accounts']

/** What somebody opens who cannot sign in; drawn with the component library. */
export const passwordScreens: RouteObject[] = [
  screen('auth/forgot', { texts, title: 'accounts:forgot.title', load: () => import('./forgot-page.tsx') }),
  screen('auth/reset/:passwordResetToken', {
    texts,
    title: 'accounts:reset.title',
    load: () => import('./reset-page.tsx'),
  }),
  screen('auth/adminReset/:jwtResetToken', {
    texts,
    title: 'accounts:adminReset.title',
    load: () => import('./admin-reset-page.tsx'),
  }),
]

/** What follows, and needs no more than words and a button. */
export const passwordEndScreens: RouteObject[] = [
  screen('auth/forgotConfirmation', {
    texts,
    title: 'accounts:forgotConfirmation.title',
    load: () => import('./forgot-confirmation-page.tsx'),
  }),
  screen('auth/resetConfirmation', {
    texts,
    title: 'accounts:resetConfirmation.title',
    load: () => import('./reset-confirmation-page.tsx'),
  }),
]

/** Behind the sign-in, but without the main navigation: one thing is to be done before it. */
export const interruptingScreens: RouteObject[] = [
  screen('auth/forceReset', {
    texts,
    title: 'accounts:forceReset.title',
    load: () => import('./force-reset-page.tsx'),
  }),
  screen('auth/reauthenticate', {
    texts: [...texts, 'authenticators', 'passkeys', 'single-sign-on'],
    title: 'accounts:reauthenticate.title',
    load: () => import('./reauthenticate-page.tsx'),
  }),
]

/** Before anything is loaded, so that nothing is loaded twice. */
const toPreferences: MiddlewareFunction = () => {
  throw redirect('/myAccount/preferences')
}

/** The account area. Its preferences are also named home. */
export const myAccountScreens: RouteObject[] = [
  {
    ...screen('myAccount', { texts, title: 'accounts:menu.title', load: () => import('./account-layout.tsx') }),
    index: false,
    children: [
      { index: true, middleware: [toPreferences], loader: () => null },
      { path: 'home', middleware: [toPreferences], loader: () => null },
      screen('preferences', {
        texts,
        title: 'accounts:preferences.title',
        load: () => import('./preferences-page.tsx'),
      }),
      myInfoScreen,
      screen('security', {
        texts: [...texts, 'authenticators', 'account-safety', 'passkeys', 'single-sign-on'],
        title: 'accounts:security.title',
        load: () => import('./security-page.tsx'),
      }),
      screen('superAdmin', {
        texts: [...texts, 'account-safety'],
        title: 'accounts:superAdmin.title',
        load: () => import('./super-admin-page.tsx'),
      }),
      actAsScreen,
      myRecordScreen,
    ],
  },
]
