import { knownUser } from '#platform/web/session-user.ts'
import type { PortalAccount } from '../portal-account.ts'

/** Who looks at the screen, as the policy wants to know it. */
export function currentViewer() {
  const user = knownUser()
  return {
    accountId: user?.id ?? '',
    organizationId: user?.organizationId ?? null,
    roles: user?.portalAccountRoles.map((role) => role.roleId) ?? [],
  }
}

export const asPerson = (account: PortalAccount) => ({
  id: account.id,
  organizationId: account.organizationId,
  roles: account.portalAccountRoles.map((role) => role.roleId),
})
