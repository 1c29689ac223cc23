import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

const texts = ['registration']

/** Registration, for visitors who are not signed in; uses the component library. */
export const registrationScreens: RouteObject[] = [
  screen('registration/choice', { texts, title: 'registration:choice.title', load: () => import('./choice-page.tsx') }),
  screen('registration/organization', {
    texts,
    title: 'registration:organization.title',
    load: () => import('./organization-page.tsx'),
  }),
]

/** The screens after a registration; they need only text and a button. */
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

/** The target of the confirmation e-mail; open to everyone, signed in or not. */
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
