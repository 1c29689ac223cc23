import { IconMapPin } from '@tabler/icons-react'
import type { PlacedItem } from '#platform/web/feature.ts'

export const servicesNavigation: PlacedItem[] = [
  { place: 40, to: '/directory', label: 'platform:navigation.directory', icon: IconMapPin },
]
