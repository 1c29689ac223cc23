import { IconListSearch } from '@tabler/icons-react'
import { managerRoles } from '#directory/services/directory-policy.ts'
import type { PlacedItem } from '#platform/web/feature.ts'

export const searchCountsNavigation: PlacedItem[] = [
  {
    place: 46,
    to: '/admin/searches',
    label: 'platform:navigation.searches',
    icon: IconListSearch,
    roles: [...managerRoles],
  },
]
