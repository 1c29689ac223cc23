import { IconForms } from '@tabler/icons-react'
import { formAdminRoles } from '#casework/intake-forms/intake-form-policy.ts'
import type { PlacedItem } from '#platform/web/feature.ts'

export const formEditorNavigation: PlacedItem[] = [
  {
    place: 48,
    to: '/admin/intakeForms',
    label: 'platform:navigation.intakeForms',
    icon: IconForms,
    roles: [...formAdminRoles],
  },
]
