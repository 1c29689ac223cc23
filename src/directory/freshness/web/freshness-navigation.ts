import { IconShieldQuestion } from '@tabler/icons-react'
import { managerRoles } from '#directory/services/directory-policy.ts'
import type { PlacedItem } from '#platform/web/feature.ts'

export const freshnessNavigation: PlacedItem[] = [
  {
    place: 44,
    to: '/admin/unconfirmed',
    label: 'platform:navigation.unconfirmed',
    icon: IconShieldQuestion,
    roles: [...managerRoles],
  },
]
