import { IconUsersGroup } from '@tabler/icons-react'
import type { PlacedItem } from '#platform/web/feature.ts'

export const teamNavigation: PlacedItem[] = [
  {
    place: 70,
    to: '/organization/people',
    label: 'platform:navigation.team',
    icon: IconUsersGroup,
    roles: ['organization-admin'],
  },
  {
    place: 80,
    to: '/admin/accounts',
    label: 'platform:navigation.accounts',
    icon: IconUsersGroup,
    roles: ['platform-admin'],
  },
]
