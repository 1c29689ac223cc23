import { IconChartBar } from '@tabler/icons-react'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import type { PlacedItem } from '#platform/web/feature.ts'

export const reportsNavigation: PlacedItem[] = [
  { place: 42, to: '/reports', label: 'platform:navigation.reports', icon: IconChartBar, roles: [...caseworkRoles] },
]
