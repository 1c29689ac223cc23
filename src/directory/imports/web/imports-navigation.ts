import { IconFileImport } from '@tabler/icons-react'
import { managerRoles } from '#directory/services/directory-policy.ts'
import type { PlacedItem } from '#platform/web/feature.ts'

export const importsNavigation: PlacedItem[] = [
  {
    place: 47,
    to: '/admin/imports',
    label: 'platform:navigation.imports',
    icon: IconFileImport,
    roles: [...managerRoles],
  },
]
