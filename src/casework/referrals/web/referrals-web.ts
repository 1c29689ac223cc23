import type { WebFeature } from '#platform/web/feature.ts'
import type { HomeParts } from './home-page.tsx'
import { referralScreens } from './referral-screens.ts'

/** @param loadHomeParts parts of the home screen from other features */
export const referralsWeb = (loadHomeParts: () => Promise<HomeParts>): WebFeature => ({
  name: 'referrals',
  loadNavigation: async () => (await import('./referrals-navigation.ts')).referralsNavigation,
  inside: referralScreens(loadHomeParts),
})
