import { managerRoles } from '#directory/services/directory-policy.ts'
import type { RoleKey } from '#platform/schema/roles.ts'

/** Who edits listings; `mayEditListing` says which. */
export const editorRoles = ['organization-admin', ...managerRoles] as const satisfies readonly RoleKey[]
