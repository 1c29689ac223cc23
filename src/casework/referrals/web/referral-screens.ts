import type { RouteObject } from 'react-router'
import { composed, screen } from '#platform/web/screen.tsx'
import type { HomeParts } from './home-page.tsx'
import type { ReferralParts } from './referral-page.tsx'

const texts = ['referrals', 'clients', 'needs']
/** With what a service says of new people. */
const withServices = [...texts, 'services', 'response-times']

/**
 * The home screen and the referrals.
 * @param loadHomeParts parts of the home screen from other features
 * @param loadReferralParts parts of a referral's screen from other features
 */
export const referralScreens = (
  loadHomeParts: () => Promise<HomeParts>,
  loadReferralParts: () => Promise<ReferralParts>,
): RouteObject[] => [
  screen('home', {
    texts,
    title: 'referrals:home.title',
    load: () => composed(import('./home-page.tsx'), loadHomeParts()),
  }),
  screen('admin/consentOverrides', {
    texts,
    title: 'referrals:overrides.title',
    load: () => import('./consent-overrides-page.tsx'),
  }),
  screen('referrals/new', {
    texts: withServices,
    title: 'referrals:new.title',
    load: () => import('./new-referral-page.tsx'),
  }),
  screen('referrals/:id/edit', {
    texts: withServices,
    title: 'referrals:new.editTitle',
    load: () => import('./edit-draft-page.tsx'),
  }),
  screen('referrals/:id', {
    texts: [
      ...withServices,
      'shared-intakes',
      'answer-links',
      'safe-contact',
      'next-fits',
      'referral-files',
      'message-mentions',
      'files',
      'referral-deliveries',
      'person-notices',
      'help-answers',
    ],
    title: 'referrals:page.screenTitle',
    load: () => composed(import('./referral-page.tsx'), loadReferralParts()),
  }),
]
