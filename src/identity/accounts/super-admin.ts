import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { roleKeys } from '#platform/schema/roles.ts'

/** A role as the grid shows it, `scope : name`. */
export const Role = z.object({ id: z.enum(roleKeys), name: z.string(), scope: z.string() })
export type Role = z.infer<typeof Role>

/** A role of an account; with `isDeleted`, a role to remove. */
export const AccountRole = z.object({ roleId: z.enum(roleKeys), portalAccountId: Id, isDeleted: z.boolean() })
export type AccountRole = z.infer<typeof AccountRole>
export const AccountRoles = z.array(AccountRole).max(60)

/**
 * `POST …/changeOrganization?newOrgId=`. With roles, both are saved in one transaction. The specification sends no
 * body.
 */
export const OrganizationChange = z.object({ roles: AccountRoles.optional() }).nullish()
