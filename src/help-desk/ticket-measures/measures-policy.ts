import { scopeOf, type TicketScope } from '#help-desk/tickets/help-desk-policy.ts'
import { type Actor, hasRole } from '#platform/schema/roles.ts'

export const rolesThatMeasure = ['support-agent', 'platform-admin', 'organization-admin'] as const

/**
 * Whose tickets somebody sees measured: who handles tickets everybody's, who administers an organization its own; else null.
 */
export function measuredScope(actor: Pick<Actor, 'accountId' | 'organizationId' | 'roles'>): TicketScope | null {
  const scope = scopeOf(actor)
  const isTheirs = scope.kind === 'organization' && hasRole(actor, 'organization-admin')
  return scope.kind === 'all' || isTheirs ? scope : null
}

/** Working hours are set by platform admins. */
export const rolesThatSetHours = ['platform-admin'] as const
