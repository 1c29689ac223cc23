import { IconChartBar } from '@tabler/icons-react'
import type { PlacedItem } from '#platform/web/feature.ts'
import { networkRoles } from '../network-policy.ts'

export const networkNavigation: PlacedItem[] = [
  {
    place: 42,
    to: '/reports/network',
    label: 'platform:navigation.network',
    icon: IconChartBar,
    roles: [...networkRoles],
  },
]
