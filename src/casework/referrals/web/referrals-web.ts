import type { WebFeature } from '#platform/web/feature.ts'
import type { SendingParts } from './consent-asked.ts'
import type { HomeParts } from './home-page.tsx'
import type { ReferralParts } from './referral-page.tsx'
import { referralScreens } from './referral-screens.ts'

/**
 * @param loadHomeParts parts of the home screen from other features
 * @param loadReferralParts parts of a referral's screen from other features
 * @param loadSendingParts parts of the form of a referral from other features
 */
export const referralsWeb = (
  loadHomeParts: () => Promise<HomeParts>,
  loadReferralParts: () => Promise<ReferralParts>,
  loadSendingParts: () => Promise<SendingParts>,
): WebFeature => ({
  name: 'referrals',
  loadNavigation: async () => (await import('./referrals-navigation.ts')).referralsNavigation,
  inside: referralScreens(loadHomeParts, loadReferralParts, loadSendingParts),
})
