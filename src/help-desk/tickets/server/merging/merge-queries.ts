import { type RawBuilder, sql } from 'kysely'
import { accountPerson, rolesOf } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { Actor, RoleKey } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { hasOwnReaders, scopeOf } from '../../help-desk-policy.ts'
import type { MergedTicket } from '../../merged-ticket.ts'
import type { SupportRequestStatus } from '../../support-request.ts'
import { inScope } from '../ticket-scope.ts'

interface TicketOwner {
  organizationId: string | null
  createdBy: string
}
interface CreatorRow {
  creatorId: string
  creatorOrganizationId: string | null
  creatorRoles: RoleKey[]
}

/** The columns that decide what the creator `a` of a ticket may see. */
export const creatorColumns = sql`a.id as creator_id, a.organization_id as creator_organization_id,
  ${rolesOf(sql`a.id`)} as creator_roles`
export const asCreator = (row: CreatorRow) => ({
  accountId: row.creatorId,
  organizationId: row.creatorOrganizationId,
  roles: row.creatorRoles,
})

/** The ticket where support continues with a merged one, and whether the merged one has readers who do not see it. */
export async function findWhereMerged(database: Database, merged: TicketOwner & { mergedInto: string | null }) {
  const { rows } = await sql<
    CreatorRow & TicketOwner & { id: string; ticketNumber: string; status: SupportRequestStatus }
  >`
    select r.id, r.ticket_number, r.status, r.organization_id, r.created_by, ${creatorColumns}
    from support_request r, ${accountPerson.as('a')}
    where r.id = support_request_root(${merged.mergedInto}::uuid) and a.id = ${merged.createdBy}::uuid`.execute(
    database,
  )
  const root = rows[0]
  return root && { root, takesNotes: hasOwnReaders(merged, asCreator(root), root) }
}

type MergedRow = Omit<MergedTicket, 'supportRequestFiles' | 'merge'> &
  TicketOwner &
  CreatorRow & { mergeId: string; mergedOn: string; mergedBy: MergedTicket['merge']['mergedBy'] }
export type MergedTicketRow = Omit<MergedTicket, 'supportRequestFiles'>

/** Merged tickets with their merges. @param root the ticket where support continues with them */
async function listMerged(database: Database, which: RawBuilder<unknown>, root: TicketOwner) {
  const { rows } = await sql<MergedRow>`
    select t.id, t.ticket_number, t.created_on, t.support_request_type, t.description, t.organization_id, t.created_by,
      case when o.id is not null then jsonb_build_object('name', o.name) end as from_organization,
      jsonb_build_object('email', a.email, 'contact', jsonb_build_object('firstName', a.first_name, 'lastName', a.last_name)) as created_by_portal_account,
      ${creatorColumns}, m.id as merge_id, m.created_on as merged_on,
      jsonb_build_object('firstName', b.first_name, 'lastName', b.last_name) as merged_by
    from support_request t
      join ${accountPerson.as('a')} on a.id = t.created_by
      left join ${organizationNames.as('o')} on o.id = t.organization_id
      join support_request_merge m on m.duplicate_id = t.id and m.undone_on is null
      join ${accountPerson.as('b')} on b.id = m.account_id
    where ${which} order by m.created_on, t.number`.execute(database)
  return rows.map(({ mergeId, mergedOn, mergedBy, ...row }): MergedTicketRow => {
    const takesNotes = hasOwnReaders(row, asCreator(row), root)
    return { ...row, merge: { id: mergeId, mergedOn, mergedBy, takesNotes } }
  })
}

/** The tickets that were merged into this one, also indirectly, and that the actor may see. */
export const listMergedTickets = (database: Database, actor: Actor, id: string, root: TicketOwner) =>
  listMerged(
    database,
    sql.join([sql`t.id in (select support_requests_under(${id}::uuid))`, ...inScope(scopeOf(actor))], sql` and `),
    root,
  )

/** The merge of a merged ticket. */
export const findMergeOf = async (database: Database, id: string, root: TicketOwner) =>
  (await listMerged(database, sql`t.id = ${id}::uuid`, root))[0]?.merge ?? null

/** All tickets that were merged into this one, with the columns that decide who is notified. */
export async function listUnder(database: Database, id: string) {
  const { rows } = await sql<TicketOwner & { id: string }>`
    select t.id, t.organization_id, t.created_by from support_request t
    where t.id in (select support_requests_under(${id}::uuid)) order by t.id`.execute(database)
  return rows
}

/** @returns the merge's ID */
export const insertMerge = async (
  database: Database,
  merge: {
    duplicateId: string
    targetId: string
    accountId: string
    fromStatus: SupportRequestStatus
    carriedOn: string | null
  },
) => (await database.insertInto('supportRequestMerge').values(merge).returning('id').executeTakeFirstOrThrow()).id

/** The active merges of these tickets into this one. */
export async function listActiveMerges(database: Database, targetId: string, duplicateIds: readonly string[]) {
  const { rows } = await sql<{ id: string; ticketId: string; ticketNumber: string }>`
    select m.id, t.id as ticket_id, t.ticket_number from support_request_merge m join support_request t on t.id = m.duplicate_id
    where m.target_id = ${targetId}::uuid and m.duplicate_id = any(${duplicateIds}::uuid[]) and m.undone_on is null
    order by t.number`.execute(database)
  return rows
}

export const findMerge = (database: Database, id: string) =>
  database.selectFrom('supportRequestMerge').selectAll().where('id', '=', id).executeTakeFirst()

/** The oldest question that other merges brought to this ticket since support's last answer in it. */
export async function findInherited(database: Database, targetId: string, withoutMerge: string) {
  const { rows } = await sql<{ on: string | null }>`
    select min(m.carried_on) as on from support_request_merge m join support_request t on t.id = m.target_id
    where t.id = ${targetId}::uuid and m.id <> ${withoutMerge}::uuid and m.undone_on is null
      and (t.answered_on is null or m.created_on > t.answered_on)`.execute(database)
  return rows[0]?.on ?? null
}

/** A merge, locked until the transaction ends; lock its tickets first. */
export const lockMerge = (database: Database, id: string) =>
  database.selectFrom('supportRequestMerge').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const markMergeNotified = (database: Database, id: string) =>
  database.updateTable('supportRequestMerge').set({ toldOn: new Date().toISOString() }).where('id', '=', id).execute()

export const markMergeUndone = (database: Database, id: string, accountId: string) =>
  database
    .updateTable('supportRequestMerge')
    .set({ undoneOn: new Date().toISOString(), undoneBy: accountId })
    .where('id', '=', id)
    .execute()
