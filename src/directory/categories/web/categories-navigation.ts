import { IconCategory } from '@tabler/icons-react'
import { managerRoles } from '#directory/services/directory-policy.ts'
import type { PlacedItem } from '#platform/web/feature.ts'

export const categoriesNavigation: PlacedItem[] = [
  {
    place: 45,
    to: '/admin/categories',
    label: 'platform:navigation.categories',
    icon: IconCategory,
    roles: [...managerRoles],
  },
]
