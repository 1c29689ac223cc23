import type { RoleKey } from '#platform/schema/roles.ts'

/** Who looks after the directory as a whole: its categories, and what people search for without finding it. */
export const dataManagerRoles = ['data-manager', 'platform-admin'] as const satisfies readonly RoleKey[]
