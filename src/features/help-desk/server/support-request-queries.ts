import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { keptPlan } from '#platform/server/kept-plan.ts'
import type { NewSupportRequest, SupportRequestInList, TicketPerson } from '../support-request-call.ts'

interface PersonInRow {
  creatorId: string
  creatorAddress: string
  creatorFirstName: string
  creatorLastName: string
}
export type TicketInRow = Omit<SupportRequestInList, 'fromOrganization' | 'createdByPortalAccount' | 'assignee'> &
  PersonInRow & { organizationId: string | null; organizationTitle: string | null } & {
    assigneeId: string | null
    assigneeFirstName: string
    assigneeLastName: string
  }

/** A ticket's columns as they are answered. @param readerId whose choice of e-mail updates is told */
export const ticketColumns = (readerId: string) => sql`
  t.id, t.ticket_number, t.created_on, t.support_request_type, t.status, t.priority, t.description, t.cleared_cache, t.version,
  exists (select from support_request_subscription x where x.support_request_id = t.id and x.account_id = ${readerId}::uuid) as receive_email_updates,
  organization.id as organization_id, organization.name as organization_title,
  account.id as creator_id, account.email as creator_address, contact.first_name as creator_first_name, contact.last_name as creator_last_name,
  t.assignee_id, assignee_contact.first_name as assignee_first_name, assignee_contact.last_name as assignee_last_name`

export const ticketJoins = sql`
  join account on account.id = t.created_by
  join contact on contact.id = account.contact_id
  left join organization on organization.id = t.organization_id
  left join account assignee on assignee.id = t.assignee_id
  left join contact assignee_contact on assignee_contact.id = assignee.contact_id`

export const asPerson = (row: PersonInRow): TicketPerson => ({
  id: row.creatorId,
  email: row.creatorAddress,
  contact: { firstName: row.creatorFirstName, lastName: row.creatorLastName },
})

/** A row as it is answered. */
export function asListed({ organizationId, organizationTitle, assigneeId, ...row }: TicketInRow): SupportRequestInList {
  const contact = { firstName: row.assigneeFirstName, lastName: row.assigneeLastName }
  return {
    ...row,
    assignee: assigneeId ? { id: assigneeId, contact } : null,
    fromOrganization: organizationId && organizationTitle ? { id: organizationId, name: organizationTitle } : null,
    createdByPortalAccount: asPerson(row),
  }
}

/** One ticket as its reader sees it, with what decides who may. */
export async function findTicket(database: Database, readerId: string, id: string) {
  const { rows } = await sql<TicketInRow>`
    select ${ticketColumns(readerId)} from support_request t ${ticketJoins} where t.id = ${id}::uuid ${keptPlan}`.execute(
    database,
  )
  const row = rows[0]
  return row && { ticket: asListed(row), organizationId: row.organizationId, createdBy: row.creatorId }
}

/** What decides who may see a ticket, and what a change is held against; locked until the transaction ends. */
export const lockTicket = (database: Database, id: string) =>
  database
    .selectFrom('supportRequest')
    .select([
      'id',
      'ticketNumber',
      'organizationId',
      'createdBy',
      'supportRequestType',
      'status',
      'version',
      'assigneeId',
      'statusVersion',
      'assigneeVersion',
    ])
    .where('id', '=', id)
    .forUpdate()
    .modifyEnd(keptPlan)
    .executeTakeFirst()
export type LockedTicket = NonNullable<Awaited<ReturnType<typeof lockTicket>>>

export const findTicketOwner = (database: Database, id: string) =>
  database
    .selectFrom('supportRequest')
    .select(['id', 'organizationId', 'createdBy'])
    .where('id', '=', id)
    .executeTakeFirst()

const takeNext = sql<{ number: number; createdOn: string }>`
  update support_request_counter
  set last_number = last_number + 1, last_created_on = greatest(last_created_on, clock_timestamp()::timestamptz(3))
  returning last_number as number, last_created_on as created_on`

/** The next number, and a time that is not before the last ticket's. Other new tickets wait until the transaction ends. */
export const takeNumber = async (database: Database) =>
  (await takeNext.execute(database)).rows[0] as { number: number; createdOn: string }

/**
 * Writes a new ticket with the next number. Other new tickets wait from here until the transaction ends: let it be the last
 * thing that the transaction does.
 */
export const insertTicket = (
  database: Database,
  ticket: Omit<NewSupportRequest, 'receiveEmailUpdates'> & {
    id: string
    organizationId: string | null
    createdBy: string
  },
) =>
  sql`
    with taken as (${takeNext})
    insert into support_request
      (id, number, created_on, support_request_type, priority, cleared_cache, description, organization_id, created_by)
    select ${ticket.id}::uuid, number, created_on, ${ticket.supportRequestType}, ${ticket.priority}, ${ticket.clearedCache},
      ${ticket.description}, ${ticket.organizationId}::uuid, ${ticket.createdBy}::uuid
    from taken ${keptPlan}`.execute(database)

/** Turns one account's e-mail updates on or off. Answers whether that changed anything. */
export async function setSubscription(database: Database, supportRequestId: string, accountId: string, isOn: boolean) {
  const row = { supportRequestId, accountId }
  const changed = isOn
    ? await database
        .insertInto('supportRequestSubscription')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
    : await database
        .deleteFrom('supportRequestSubscription')
        .where('supportRequestId', '=', supportRequestId)
        .where('accountId', '=', accountId)
        .executeTakeFirst()
  return ('numDeletedRows' in changed ? changed.numDeletedRows : (changed.numInsertedOrUpdatedRows ?? 0n)) > 0n
}
