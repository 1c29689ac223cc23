import { IconClockCheck } from '@tabler/icons-react'
import type { PlacedItem } from '#platform/web/feature.ts'

export const responseTimesNavigation: PlacedItem[] = [
  {
    place: 72,
    to: '/organization/responseTimes',
    label: 'platform:navigation.responseTimes',
    icon: IconClockCheck,
    roles: ['organization-admin'],
  },
]
