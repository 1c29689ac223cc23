import { IconChecklist } from '@tabler/icons-react'
import { managerRoles } from '#directory/services/directory-policy.ts'
import type { PlacedItem } from '#platform/web/feature.ts'

export const suggestionsNavigation: PlacedItem[] = [
  {
    place: 43,
    to: '/organization/corrections',
    label: 'platform:navigation.corrections',
    icon: IconChecklist,
    roles: [...managerRoles],
  },
]
