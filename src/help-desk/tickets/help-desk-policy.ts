import { type Actor, hasRole } from '#platform/schema/roles.ts'

type Viewer = Pick<Actor, 'accountId' | 'organizationId' | 'roles'>
interface Ticket {
  organizationId: string | null
  createdBy: string
}

/** Whose tickets somebody sees: everybody's, those of an organization, or those that one account made. */
export type TicketScope = { kind: 'all' } | { kind: 'organization'; id: string } | { kind: 'creator'; id: string }

/** Support agents and platform admins see every ticket; others their organization's; who has none, or is a person served, their own. */
export function scopeOf(actor: Viewer): TicketScope {
  if (hasRole(actor, 'support-agent', 'platform-admin')) return { kind: 'all' }
  const isPersonServed = actor.roles.length > 0 && actor.roles.every((role) => role === 'community-member')
  return actor.organizationId && !isPersonServed
    ? { kind: 'organization', id: actor.organizationId }
    : { kind: 'creator', id: actor.accountId }
}

/** Internal notes are read and written by support agents and platform admins alone. */
export const seesInternalNotes = (actor: Pick<Viewer, 'roles'>) => hasRole(actor, 'support-agent', 'platform-admin')

/** Who reads a note: whoever sees its ticket, and of internal ones only who handles tickets. */
export const maySeeNote = (actor: Viewer, ticket: Ticket, { visibility }: { visibility: 'public' | 'internal' }) =>
  maySeeTicket(actor, ticket) && (visibility === 'public' || seesInternalNotes(actor))

/** Support agents and platform admins handle tickets: they give them to each other, and tickets are given to them alone. */
export const handlesTickets = (actor: Pick<Viewer, 'roles'>) => hasRole(actor, 'support-agent', 'platform-admin')

/** Who handles tickets also merges duplicates, and takes that back. */
export const mergesTickets = (actor: Pick<Viewer, 'roles'>) => handlesTickets(actor)

/**
 * Whether a merged ticket has readers besides support who do not see the ticket that it was merged into. They never do; they
 * and support go on writing to each other in their own.
 */
export function hasOwnReaders(merged: Ticket, creator: Viewer, into: Ticket) {
  const hasColleagues = merged.organizationId !== null && merged.organizationId !== into.organizationId
  return hasColleagues || (maySeeTicket(creator, merged) && !maySeeTicket(creator, into))
}

/** A whole list leaves the portal as a file only by those who answer for an organization's data, or handle tickets. */
export const mayExportTickets = (actor: Pick<Viewer, 'roles'>) =>
  handlesTickets(actor) || hasRole(actor, 'organization-admin')

/** Whoever sees a ticket may change its status and their own e-mail updates, and add notes and files. */
export function maySeeTicket(actor: Viewer, ticket: Ticket) {
  const scope = scopeOf(actor)
  if (scope.kind === 'all') return true
  return scope.kind === 'organization' ? ticket.organizationId === scope.id : ticket.createdBy === scope.id
}
