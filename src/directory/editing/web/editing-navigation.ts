import { IconBuildingCommunity } from '@tabler/icons-react'
import type { PlacedItem } from '#platform/web/feature.ts'

export const editingNavigation: PlacedItem[] = [
  {
    place: 65,
    to: '/organization/listing',
    label: 'platform:navigation.myOrganization',
    icon: IconBuildingCommunity,
    roles: ['organization-admin'],
  },
]
