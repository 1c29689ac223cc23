import { IconClipboardCheck } from '@tabler/icons-react'
import type { PlacedItem } from '#platform/web/feature.ts'

export const registrationNavigation: PlacedItem[] = [
  {
    place: 50,
    to: '/admin/review',
    label: 'platform:navigation.registrations',
    icon: IconClipboardCheck,
    roles: ['platform-admin'],
  },
]
