import { IconMapPinOff } from '@tabler/icons-react'
import type { PlacedItem } from '#platform/web/feature.ts'

/** Caseworkers find it on the page of their reports. */
export const unmetNavigation: PlacedItem[] = [
  {
    place: 42,
    to: '/reports/unmet-needs',
    label: 'platform:navigation.unmetNeeds',
    icon: IconMapPinOff,
    roles: ['platform-admin', 'data-manager'],
  },
]
