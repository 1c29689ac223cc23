import { IconCategory } from '@tabler/icons-react'
import type { PlacedItem } from '#platform/web/feature.ts'
import { dataManagerRoles } from '../categories-policy.ts'

export const categoriesNavigation: PlacedItem[] = [
  {
    place: 45,
    to: '/admin/categories',
    label: 'platform:navigation.categories',
    icon: IconCategory,
    roles: [...dataManagerRoles],
  },
]
