import { type RawBuilder, sql } from 'kysely'
import {
  accountMayReceive,
  accountPerson,
  accountsWithRole,
  hasRoleAmong,
  rolesOf,
} from '#identity/accounts/server/accounts-public.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { type Actor, type RoleKey, roleKeys } from '#platform/schema/roles.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { Mention, MentionPage } from '../../answering.ts'
import { handlesTickets, maySeeNote, scopeOf, seesInternalNotes, ticketRoles } from '../../help-desk-policy.ts'
import { inScope } from '../ticket-scope.ts'
import { readableBy } from './note-visibility.ts'

const rolesOfStaff = roleKeys.filter((role) => role !== 'community-member')

type Visibility = Mention['visibility']
interface TicketOwner {
  id: string
  organizationId: string | null
  createdBy: string
}

/** The accounts that the note `n` mentions. */
export const mentionsOfNote = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', m.account_id, 'contact',
    jsonb_build_object('firstName', x.first_name, 'lastName', x.last_name)) order by x.first_name, x.last_name, m.account_id), '[]')
  from support_request_mention m join ${accountPerson.as('x')} on x.id = m.account_id where m.note_id = n.id)`

interface Candidate {
  id: string
  firstName: string
  lastName: string
  organizationId: string | null
  roles: RoleKey[]
}

/**
 * Active accounts that may read a note of this visibility, with these IDs, or whose name contains a word with this
 * prefix.
 */
async function listReaders(
  database: Database,
  ticket: TicketOwner,
  visibility: Visibility,
  { which, most }: { which: RawBuilder<unknown>; most: number },
) {
  // The SQL narrows the candidates, the policy decides. A person served sees an organization's tickets only if they
  // created them.
  const colleagues = sql`select c.id from ${accountPerson.as('c')} where c.organization_id = ${ticket.organizationId}::uuid
    and (${hasRoleAmong(sql`c.id`, rolesOfStaff)} or not ${hasRoleAmong(sql`c.id`, roleKeys)})`
  const { rows } = await sql<Candidate>`
    select p.id, p.first_name, p.last_name, p.organization_id, ${rolesOf(sql`p.id`)} as roles
    from ${accountPerson.as('p')}
    where ${which} and ${accountMayReceive('p')} and p.id in (
        ${accountsWithRole(ticketRoles)}
        ${visibility === 'public' ? sql`union select ${ticket.createdBy}::uuid union (${colleagues})` : sql``})
    order by p.first_name, p.last_name, p.id limit ${most}`.execute(database)
  return rows.filter(({ id, ...candidate }) => maySeeNote({ accountId: id, ...candidate }, ticket, { visibility }))
}

const MOST_OFFERED = 8

/** Agents whom the ticket's readers know: its assignee, and authors of public notes. */
const isOnTicket = (id: string) => sql`(
  p.id = (select assignee_id from support_request where id = ${id}::uuid)
  or exists (select from support_request_note w
    where w.support_request_id = ${id}::uuid and w.created_by = p.id and w.visibility = 'public'))`
const isAgent = hasRoleAmong(sql`p.id`, ticketRoles)

/** For people who do not handle tickets, no agents other than those on the ticket. */
const mayBeOffered = (actor: Pick<Actor, 'roles'>, id: string) =>
  handlesTickets(actor) ? sql`true` : sql`(not ${isAgent} or ${isOnTicket(id)})`

/** The accounts that '@' offers to the author of a note. */
export async function listMentionable(
  database: Database,
  ticket: TicketOwner,
  actor: Pick<Actor, 'accountId' | 'roles'>,
  asked: { visibility: Visibility; text?: string | undefined },
) {
  const part = `% ${(asked.text ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const which = sql`p.id <> ${actor.accountId}::uuid and ${mayBeOffered(actor, ticket.id)}
    and plain_text(' ' || p.first_name || ' ' || p.last_name) like plain_text(${part})`
  const readers = await listReaders(database, ticket, asked.visibility, { which, most: MOST_OFFERED + 1 })
  return readers.slice(0, MOST_OFFERED).map(({ id, firstName, lastName, roles }) => ({
    id,
    contact: { firstName, lastName },
    isAgent: seesInternalNotes({ roles }),
  }))
}

/** Those of these accounts that would be offered to the actor for a note of this visibility. */
export const listOfferedAmong = async (
  database: Database,
  ticket: TicketOwner,
  actor: Pick<Actor, 'roles'>,
  { visibility, ids }: { visibility: Visibility; ids: readonly string[] },
) => {
  const which = sql`p.id = any(${ids}::uuid[]) and ${mayBeOffered(actor, ticket.id)}`
  return (await listReaders(database, ticket, visibility, { which, most: ids.length })).map(({ id }) => id)
}

export const insertMentions = (database: Database, noteId: string, accountIds: readonly string[]) =>
  sql`insert into support_request_mention (note_id, account_id) select ${noteId}::uuid, unnest(${accountIds}::uuid[])`.execute(
    database,
  )

type MentionRow = Omit<Mention, 'createdByPortalAccount'> & { personId: string; firstName: string; lastName: string }

/** Unread notes that mention the actor and that they may still read; newest first. */
export async function listUnseenMentions(
  database: Database,
  actor: Actor,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<MentionPage> {
  const after = readCursor(cursor, [Timestamp, Id])
  const parts = [
    sql`m.account_id = ${actor.accountId}::uuid and m.seen_on is null`,
    ...inScope(scopeOf(actor)),
    readableBy(actor),
    ...(after ? [sql`(n.created_on, n.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`] : []),
  ]
  const { rows } = await sql<MentionRow>`
    select n.id as note_id, t.id as support_request_id, t.ticket_number, n.visibility, n.created_on,
      a.id as person_id, a.first_name, a.last_name
    from support_request_mention m join support_request_note n on n.id = m.note_id
      join support_request t on t.id = n.support_request_id
      join ${accountPerson.as('a')} on a.id = n.created_by
    where ${sql.join(parts, sql` and `)} order by n.created_on desc, n.id desc limit ${limit + 1}`.execute(database)
  const { items, nextCursor } = pageFrom(rows, limit, ({ createdOn, noteId }) => [createdOn, noteId])
  return {
    nextCursor,
    items: items.map(({ personId, firstName, lastName, ...row }) => ({
      ...row,
      createdByPortalAccount: { id: personId, contact: { firstName, lastName } },
    })),
  }
}

/** Returns whether any was unread. */
export async function markMentionsSeen(database: Database, accountId: string, supportRequestId: string) {
  const { numAffectedRows } = await sql`
    update support_request_mention m set seen_on = now() from support_request_note n
    where n.id = m.note_id and n.support_request_id = ${supportRequestId}::uuid and m.account_id = ${accountId}::uuid
      and m.seen_on is null`.execute(database)
  return (numAffectedRows ?? 0n) > 0n
}
