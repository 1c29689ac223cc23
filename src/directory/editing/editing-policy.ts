import type { RoleKey } from '#platform/schema/roles.ts'

/** They look after the listings of all organizations, and decide where an organization has nobody who could. */
export const managerRoles = ['platform-admin', 'data-manager'] as const satisfies readonly RoleKey[]
export const editorRoles = ['organization-admin', ...managerRoles] as const satisfies readonly RoleKey[]
