import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { RoleKey } from '#platform/schema/roles.ts'
import { configuration } from '#platform/web/configuration.ts'

/** Role names in the reader's language; platform roles contain the product name. */
export function useRoleNames() {
  const { t, i18n } = useTranslation('team')
  const product = configuration().productName
  return (roles: readonly RoleKey[]) =>
    new Intl.ListFormat(localeOf(i18n.language), { type: 'unit', style: 'short' }).format(
      roles.map((role) => t(`role.${role}`, { product })),
    )
}
