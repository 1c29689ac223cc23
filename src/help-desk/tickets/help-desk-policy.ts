import { type Actor, hasRole } from '#platform/schema/roles.ts'

type Viewer = Pick<Actor, 'accountId' | 'organizationId' | 'roles'>
interface Ticket {
  organizationId: string | null
  createdBy: string
}

/** Which tickets an actor sees: all, those of an organization, or those created by one account. */
export type TicketScope = { kind: 'all' } | { kind: 'organization'; id: string } | { kind: 'creator'; id: string }

/**
 * Support agents and platform admins see all tickets; others see their organization's; people without one, and people
 * served, see only their own.
 */
export function scopeOf(actor: Viewer): TicketScope {
  if (hasRole(actor, 'support-agent', 'platform-admin')) return { kind: 'all' }
  const isPersonServed = actor.roles.length > 0 && actor.roles.every((role) => role === 'community-member')
  return actor.organizationId && !isPersonServed
    ? { kind: 'organization', id: actor.organizationId }
    : { kind: 'creator', id: actor.accountId }
}

/** Only support agents and platform admins may read and write internal notes. */
export const seesInternalNotes = (actor: Pick<Viewer, 'roles'>) => hasRole(actor, 'support-agent', 'platform-admin')

/** Who may read a note: everyone who sees its ticket; for internal notes, only people who handle tickets. */
export const maySeeNote = (actor: Viewer, ticket: Ticket, { visibility }: { visibility: 'public' | 'internal' }) =>
  maySeeTicket(actor, ticket) && (visibility === 'public' || seesInternalNotes(actor))

/** The roles that handle tickets. */
export const ticketRoles = ['support-agent', 'platform-admin'] as const

/** Support agents and platform admins handle tickets: only they can assign tickets, and only they can be assigned. */
export const handlesTickets = (actor: Pick<Viewer, 'roles'>) => hasRole(actor, ...ticketRoles)

/** People who handle tickets may also merge duplicates and undo merges. */
export const mergesTickets = (actor: Pick<Viewer, 'roles'>) => handlesTickets(actor)

/**
 * Whether a merged ticket has readers, other than support, who do not see the ticket into which it was merged. They
 * never do; they and support continue in their own ticket.
 */
export function hasOwnReaders(merged: Ticket, creator: Viewer, into: Ticket) {
  const hasColleagues = merged.organizationId !== null && merged.organizationId !== into.organizationId
  return hasColleagues || (maySeeTicket(creator, merged) && !maySeeTicket(creator, into))
}

/** Only people responsible for an organization's data, or who handle tickets, may export whole lists. */
export const mayExportTickets = (actor: Pick<Viewer, 'roles'>) =>
  handlesTickets(actor) || hasRole(actor, 'organization-admin')

/** Everyone who sees a ticket may change its status and their own e-mail updates, and add notes and files. */
export function maySeeTicket(actor: Viewer, ticket: Ticket) {
  const scope = scopeOf(actor)
  if (scope.kind === 'all') return true
  return scope.kind === 'organization' ? ticket.organizationId === scope.id : ticket.createdBy === scope.id
}
