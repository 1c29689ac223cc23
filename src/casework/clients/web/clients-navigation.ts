import { IconUsers } from '@tabler/icons-react'
import type { PlacedItem } from '#platform/web/feature.ts'
import { caseworkRoles } from '../contact-policy.ts'

export const clientsNavigation: PlacedItem[] = [
  { place: 30, to: '/people', label: 'platform:navigation.people', icon: IconUsers, roles: [...caseworkRoles] },
]
