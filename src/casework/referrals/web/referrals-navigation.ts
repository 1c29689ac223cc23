import { IconHome2, IconSend, IconShieldOff } from '@tabler/icons-react'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import type { PlacedItem } from '#platform/web/feature.ts'
import { WaitingCount } from './waiting-count.tsx'

export const referralsNavigation: PlacedItem[] = [
  { place: 10, to: '/home', label: 'platform:navigation.home', icon: IconHome2 },
  {
    place: 20,
    to: '/referrals',
    label: 'platform:navigation.referrals',
    icon: IconSend,
    roles: [...caseworkRoles],
    count: WaitingCount,
  },
  {
    place: 100,
    to: '/admin/consentOverrides',
    label: 'platform:navigation.consentOverrides',
    icon: IconShieldOff,
    roles: ['platform-admin'],
  },
]
