import { IconUserCircle } from '@tabler/icons-react'
import type { PlacedItem } from '#platform/web/feature.ts'

export const myAccountNavigation: PlacedItem[] = [
  { place: 110, to: '/myAccount', label: 'platform:navigation.account', icon: IconUserCircle },
]
