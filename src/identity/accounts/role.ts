import type { RoleKey } from '#platform/schema/roles.ts'

/** A role as displayed (scope : name); the names of platform roles contain the product name. */
export function roleName(key: RoleKey, product: string): { id: RoleKey; scope: string; name: string } {
  const names: Record<RoleKey, [scope: string, name: string]> = {
    'platform-admin': ['Platform', `${product} admin`],
    developer: ['Platform', `${product}Developer`],
    'support-agent': ['Support', 'Support Agent'],
    'data-manager': ['Directory', 'Data Manager'],
    'organization-admin': ['Organization', 'Organization Admin'],
    'organization-staff': ['Organization', 'Organization Staff'],
    'community-member': ['Community', 'Community Member'],
  }
  const [scope, name] = names[key]
  return { id: key, scope, name }
}
