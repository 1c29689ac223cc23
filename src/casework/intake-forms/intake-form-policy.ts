import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { type Actor, hasRole } from '#platform/schema/roles.ts'

type Viewer = Pick<Actor, 'organizationId' | 'roles'>

/** Who uses or builds forms. */
export const formRoles = [...caseworkRoles, 'platform-admin'] as const
/** Who builds forms: for the network, or for their own organization. */
export const formAdminRoles = ['platform-admin', 'organization-admin'] as const

/** Platform admins change the forms of the network, organization admins those of their own organization. */
export const mayChangeForm = (actor: Viewer, form: { organizationId: string | null }) =>
  form.organizationId === null
    ? hasRole(actor, 'platform-admin')
    : hasRole(actor, 'organization-admin') && actor.organizationId === form.organizationId

/** Staff use the forms of the network and of their own organization. */
export const mayUseForm = (actor: Viewer, form: { organizationId: string | null }) =>
  mayChangeForm(actor, form) ||
  (hasRole(actor, ...formRoles) && (form.organizationId === null || form.organizationId === actor.organizationId))
