import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

const texts = ['accounts']

/** Screens for people who cannot sign in; they use the component library. */
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

/** The screens that follow; they need only text and a button. */
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

/** Signed in, without the main navigation: requires a new password before anything else. */
export const forceResetScreen = screen('auth/forceReset', {
  texts,
  title: 'accounts:forceReset.title',
  load: () => import('./force-reset-page.tsx'),
})
