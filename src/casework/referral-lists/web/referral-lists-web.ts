import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const referralListsWeb: WebFeature = {
  name: 'referral-lists',
  inside: [
    screen('referrals', {
      texts: ['referral-lists', 'referrals', 'clients', 'needs', 'list-views'],
      title: 'referrals:list.title',
      load: () => import('./referral-list-page.tsx'),
    }),
  ],
}
