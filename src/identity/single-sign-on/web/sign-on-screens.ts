import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

const texts = ['single-sign-on']

/** Screens after a first sign-in through the provider: choosing one's account, and the mailed link. */
export const signOnScreens: RouteObject[] = [
  screen('auth/signOn/new', {
    texts,
    title: 'single-sign-on:new.title',
    load: () => import('./which-account-page.tsx'),
  }),
  screen('auth/signOn/confirm/:code', {
    texts,
    title: 'single-sign-on:confirm.title',
    load: () => import('./confirm-link-page.tsx'),
  }),
]
