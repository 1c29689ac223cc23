import { knownUser } from '#platform/web/session-user.ts'
import type { PortalAccount } from '../portal-account.ts'

/** The signed-in account, in the form that the policy needs. */
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
