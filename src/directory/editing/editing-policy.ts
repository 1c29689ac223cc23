import type { RoleKey } from '#platform/schema/roles.ts'

export const editorRoles = ['organization-admin', 'platform-admin'] as const satisfies readonly RoleKey[]
