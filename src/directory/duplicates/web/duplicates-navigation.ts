import { IconCopyCheck } from '@tabler/icons-react'
import { managerRoles } from '#directory/services/directory-policy.ts'
import type { PlacedItem } from '#platform/web/feature.ts'

export const duplicatesNavigation: PlacedItem[] = [
  {
    place: 46,
    to: '/admin/duplicates',
    label: 'platform:navigation.duplicates',
    icon: IconCopyCheck,
    roles: [...managerRoles],
  },
]
