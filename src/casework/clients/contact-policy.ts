import { type Actor, hasRole } from '#platform/schema/roles.ts'

type Viewer = Pick<Actor, 'organizationId' | 'contactId' | 'roles'>

/** The roles that work with people and referrals. */
export const caseworkRoles = ['organization-admin', 'organization-staff'] as const

export const doesCasework = (actor: Viewer): actor is Viewer & { organizationId: string } =>
  actor.organizationId !== null && hasRole(actor, ...caseworkRoles)

/**
 * Staff and admins of the organization that recorded a person may see and change the record; for all others it does not
 * exist.
 */
export const maySeeContact = (actor: Viewer, contact: { organizationId: string | null }) =>
  doesCasework(actor) && contact.organizationId === actor.organizationId

/**
 * Phone numbers: one's own, those of people recorded by one's organization, for admins those of their organization's
 * accounts, and for platform admins those of all accounts.
 */
export function maySeePhones(
  actor: Viewer,
  contact: {
    id: string
    organizationId: string | null
    accountOrganizationId: string | null
    isAccountHolder: boolean
  },
) {
  if (contact.id === actor.contactId || maySeeContact(actor, contact)) return true
  if (!contact.isAccountHolder || contact.organizationId !== null) return false
  if (hasRole(actor, 'platform-admin')) return true
  return (
    hasRole(actor, 'organization-admin') &&
    actor.organizationId !== null &&
    contact.accountOrganizationId === actor.organizationId
  )
}
