import { IconEye } from '@tabler/icons-react'
import type { PlacedItem } from '#platform/web/feature.ts'

export const personRightsNavigation: PlacedItem[] = [
  {
    place: 90,
    to: '/admin/accessLog',
    label: 'platform:navigation.accessLog',
    icon: IconEye,
    roles: ['platform-admin'],
  },
]
