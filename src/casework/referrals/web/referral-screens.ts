import type { RouteObject } from 'react-router'
import { composed, screen } from '#platform/web/screen.tsx'
import type { SendingParts } from './consent-asked.ts'
import type { HomeParts } from './home-page.tsx'
import type { ReferralParts } from './referral-page.tsx'

const texts = ['referrals', 'clients', 'needs']
/** With what a service says of new people. */
const withServices = [...texts, 'services', 'response-times']
/** With the consents that are asked for by a link. */
const sending = [...withServices, 'consent-requests', 'intake-links', 'safe-contact']

/**
 * The home screen and the referrals.
 * @param loadHomeParts parts of the home screen from other features
 * @param loadReferralParts parts of a referral's screen from other features
 * @param loadSendingParts parts of the form of a referral from other features
 */
export const referralScreens = (
  loadHomeParts: () => Promise<HomeParts>,
  loadReferralParts: () => Promise<ReferralParts>,
  loadSendingParts: () => Promise<SendingParts>,
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
    texts: sending,
    title: 'referrals:new.title',
    load: () => composed(import('./new-referral-page.tsx'), loadSendingParts()),
  }),
  screen('referrals/:id/edit', {
    texts: sending,
    title: 'referrals:new.editTitle',
    load: () => composed(import('./edit-draft-page.tsx'), loadSendingParts()),
  }),
  screen('referrals/:id', {
    texts: [
      ...sending,
      'shared-intakes',
      'answer-links',
      'next-fits',
      'referral-files',
      'message-mentions',
      'files',
      'referral-deliveries',
      'person-notices',
      'help-answers',
      'appointments',
    ],
    title: 'referrals:page.screenTitle',
    load: () => composed(import('./referral-page.tsx'), loadReferralParts()),
  }),
]
