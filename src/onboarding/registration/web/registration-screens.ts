import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

const texts = ['registration']

/** Registering, for who is not signed in; drawn with the component library. */
export const registrationScreens: RouteObject[] = [
  screen('registration/choice', { texts, title: 'registration:choice.title', load: () => import('./choice-page.tsx') }),
  screen('registration/organization', {
    texts,
    title: 'registration:organization.title',
    load: () => import('./organization-page.tsx'),
  }),
]

/** What follows a registration, and needs no more than words and a button. */
export const registrationEndScreens: RouteObject[] = [
  screen('registration/completion', {
    texts,
    title: 'registration:completion.reviewTitle',
    load: () => import('./completion-page.tsx'),
  }),
  screen('registration/complete', {
    texts,
    title: 'registration:complete.title',
    load: () => import('./complete-page.tsx'),
  }),
]

/** The link of the confirming e-mail opens for everybody, signed in or not. */
export const verificationScreen = screen('registration/organizationRegistration/verification/:verificationCode', {
  texts,
  title: 'registration:verification.title',
  load: () => import('./verification-page.tsx'),
})

/** The queue of platform admins. */
export const reviewScreens: RouteObject[] = [
  screen('admin/review', { texts, title: 'registration:review.title', load: () => import('./review-list-page.tsx') }),
  screen('admin/review/:reviewId', {
    texts,
    title: 'registration:review.title',
    load: () => import('./review-page.tsx'),
  }),
]
