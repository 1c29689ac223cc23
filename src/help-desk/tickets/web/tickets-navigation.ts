import { IconLifebuoy } from '@tabler/icons-react'
import type { PlacedItem } from '#platform/web/feature.ts'
import { HelpDeskCount } from './waiting/help-desk-count.tsx'

export const ticketsNavigation: PlacedItem[] = [
  {
    place: 60,
    to: '/support/helpDesk',
    area: '/support',
    label: 'platform:navigation.helpDesk',
    icon: IconLifebuoy,
    count: HelpDeskCount,
  },
]
