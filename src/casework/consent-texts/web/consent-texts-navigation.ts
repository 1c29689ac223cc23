import { IconSignature } from '@tabler/icons-react'
import type { PlacedItem } from '#platform/web/feature.ts'

export const consentTextsNavigation: PlacedItem[] = [
  {
    place: 101,
    to: '/admin/consentText',
    label: 'platform:navigation.consentText',
    icon: IconSignature,
    roles: ['platform-admin'],
  },
]
