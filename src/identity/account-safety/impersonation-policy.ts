import { type Actor, hasRole, type RoleKey } from '#platform/schema/roles.ts'

/** Who may act as other people. The specification names the developer; a platform admin has more say already. */
export const impersonatingRoles = ['developer', 'platform-admin'] as const satisfies RoleKey[]
/** Nobody acts as these: what they may do reaches beyond one organization. */
const protectedRoles: RoleKey[] = ['platform-admin', 'developer', 'support-agent']

/** Whether somebody may act as an account: never onto a higher role or their own kind, nor while acting as another one. */
export const mayActAs = (
  actor: Pick<Actor, 'accountId' | 'roles' | 'impersonatorId'>,
  account: { id: string; roles: RoleKey[] },
) =>
  hasRole(actor, ...impersonatingRoles) &&
  actor.impersonatorId === null &&
  account.id !== actor.accountId &&
  !hasRole(account, ...protectedRoles)
