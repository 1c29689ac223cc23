import { scopeOf, type TicketScope } from '#help-desk/tickets/help-desk-policy.ts'
import { type Actor, hasRole } from '#platform/schema/roles.ts'

export const rolesThatMeasure = ['support-agent', 'platform-admin', 'organization-admin'] as const

/**
 * Which tickets an actor may see measured: all, for people who handle tickets; an organization's, for its admins;
 * otherwise null.
 */
export function measuredScope(actor: Pick<Actor, 'accountId' | 'organizationId' | 'roles'>): TicketScope | null {
  const scope = scopeOf(actor)
  const isTheirs = scope.kind === 'organization' && hasRole(actor, 'organization-admin')
  return scope.kind === 'all' || isTheirs ? scope : null
}

/** Platform admins set the working hours. */
export const rolesThatSetHours = ['platform-admin'] as const
