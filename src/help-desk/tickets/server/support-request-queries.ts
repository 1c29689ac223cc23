import { sql } from 'kysely'
import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { personPhone } from '#identity/people/server/people-public.ts'
import { dialable, phoneText } from '#platform/schema/phone-number.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { auditInsert } from '#platform/server/audit.ts'
import { columnName } from '#platform/server/column-name.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import { eventInsert } from '#platform/server/events.ts'
import { maySeeTicket } from '../help-desk-policy.ts'
import { filedFieldNames, type SupportRequestStatus } from '../support-request.ts'
import type { NewSupportRequest, SupportRequestInList, TicketPerson } from '../support-request-call.ts'
import { ticketEvent } from './notify-about-ticket.ts'
import { ticketRecord } from './record-ticket-change.ts'

interface PersonInRow {
  creatorId: string
  creatorAddress: string
  creatorFirstName: string
  creatorLastName: string
}
/** The ticket where support continues with a merged one. */
interface Root {
  id: string
  ticketNumber: string
  status: SupportRequestStatus
  organizationId: string | null
  createdBy: string
}
type Reader = Pick<Actor, 'accountId' | 'organizationId' | 'roles'>
export type TicketInRow = Omit<
  SupportRequestInList,
  'fromOrganization' | 'createdByPortalAccount' | 'assignee' | 'mergedInto'
> &
  PersonInRow & { organizationId: string | null; organizationTitle: string | null } & {
    assigneeId: string | null
    assigneeFirstName: string
    assigneeLastName: string
    merged: Root | null
    mergedCount: number
  }

const filedColumns = (alias = '') => sql.raw(filedFieldNames.map((name) => alias + columnName(name)).join(', '))

/** A ticket's columns in responses. @param readerId whose e-mail updates setting is returned */
export const ticketColumns = (readerId: string) => sql`
  t.id, t.ticket_number, t.created_on, t.status, ${filedColumns('t.')}, t.version, t.needs_answer_since,
  t.is_answer_new and t.created_by = ${readerId}::uuid as has_new_answer,
  exists (select from support_request_subscription x where x.support_request_id = t.id and x.account_id = ${readerId}::uuid) as receive_email_updates,
  organization.id as organization_id, organization.name as organization_title,
  creator.id as creator_id, creator.email as creator_address, creator.first_name as creator_first_name, creator.last_name as creator_last_name,
  t.assignee_id, assignee.first_name as assignee_first_name, assignee.last_name as assignee_last_name, t.merged_count,
  case when t.merged_into is not null then (
    select jsonb_build_object('id', r.id, 'ticketNumber', r.ticket_number, 'status', r.status, 'organizationId', r.organization_id, 'createdBy', r.created_by)
    from support_request r where r.id = support_request_root(t.merged_into)) end as merged`

export const ticketJoins = sql`
  join ${accountPerson.as('creator')} on creator.id = t.created_by
  left join ${organizationNames.as('organization')} on organization.id = t.organization_id
  left join ${accountPerson.as('assignee')} on assignee.id = t.assignee_id`

export const asPerson = (row: PersonInRow): TicketPerson => ({
  id: row.creatorId,
  email: row.creatorAddress,
  contact: { firstName: row.creatorFirstName, lastName: row.creatorLastName },
})

/** About the ticket into which another was merged: its status, and its number for readers who may see it. */
const asMergedInto = (reader: Reader, root: Root) => ({
  ticket: maySeeTicket(reader, root) ? { id: root.id, ticketNumber: root.ticketNumber } : null,
  status: root.status,
})

/** Converts a row to a response. */
export function asListed(
  { organizationId, organizationTitle, assigneeId, merged, ...row }: TicketInRow,
  reader: Reader,
): SupportRequestInList {
  const contact = { firstName: row.assigneeFirstName, lastName: row.assigneeLastName }
  return {
    ...row,
    assignee: assigneeId ? { id: assigneeId, contact } : null,
    mergedInto: merged && asMergedInto(reader, merged),
    fromOrganization: organizationId && organizationTitle ? { id: organizationId, name: organizationTitle } : null,
    createdByPortalAccount: asPerson(row),
  }
}

/** One ticket for a reader, with the columns that decide who may see it. */
export async function findTicket(database: Database, reader: Reader, id: string) {
  const { rows } = await sql<TicketInRow>`
    select ${ticketColumns(reader.accountId)} from support_request t ${ticketJoins} where t.id = ${id}::uuid ${prepared}`.execute(
    database,
  )
  const row = rows[0]
  return (
    row && {
      ticket: asListed(row, reader),
      organizationId: row.organizationId,
      createdBy: row.creatorId,
      mergedCount: row.mergedCount,
      root: row.merged,
    }
  )
}

/** The number to call the ticket's creator. */
export async function findReporterPhone(database: Database, ticketId: string) {
  const { rows } = await sql<{ phoneNumber: string }>`
    select p.phone_number from support_request t join ${accountPerson.as('creator')} on creator.id = t.created_by
      join ${personPhone.as('p')} on p.contact_id = creator.contact_id and p.is_primary
    where t.id = ${ticketId}::uuid ${prepared}`.execute(database)
  const stored = rows[0]?.phoneNumber
  return stored ? { text: phoneText(stored), number: dialable(stored) } : null
}

/** The columns that decide who may see a ticket and detect conflicts; locked until the transaction ends. */
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
      'mergedInto',
      'mergedCount',
      'askedOn',
      'askedSinceMerge',
      'inheritedOn',
      'isAnswerNew',
    ])
    .where('id', '=', id)
    .forUpdate()
    .modifyEnd(prepared)
    .executeTakeFirst()
export type LockedTicket = NonNullable<Awaited<ReturnType<typeof lockTicket>>>

export const findTicketOwner = (database: Database, id: string) =>
  database
    .selectFrom('supportRequest')
    .select(['id', 'organizationId', 'createdBy', 'mergedInto', 'mergedCount'])
    .where('id', '=', id)
    .executeTakeFirst()

export const findTicketNumber = async (database: Database, id: string) =>
  (await database.selectFrom('supportRequest').select('ticketNumber').where('id', '=', id).executeTakeFirst())
    ?.ticketNumber

const nextNumber = sql<{ number: number; createdOn: string }>`
  update support_request_counter
  set last_number = last_number + 1, last_created_on = greatest(last_created_on, clock_timestamp()::timestamptz(3))
  returning last_number as number, last_created_on as created_on`

/**
 * Assigns the next number, and a time that is not before the last ticket's. Other new tickets wait until the
 * transaction ends.
 */
export const assignTicketNumber = async (database: Database) =>
  (await nextNumber.execute(database)).rows[0] as { number: number; createdOn: string }

export type NewTicket = NewSupportRequest & {
  id: string
  organizationId: string | null
  createdBy: string
  /** its creator does not handle tickets, and so waits for an answer */
  isQuestion: boolean
}

/**
 * Inserts a new ticket with the next number, its record, its live event and its creator's e-mail updates setting, in
 * one statement: other new tickets wait from the number to the commit, so nothing else may happen in between.
 */
export async function insertTicket(database: Database, ticket: NewTicket) {
  const { written, notify } = eventInsert(ticketEvent(ticket))
  const subscribed = sql`subscribed as (
    insert into support_request_subscription (support_request_id, account_id) values (${ticket.id}::uuid, ${ticket.createdBy}::uuid)),`
  await sql`
    with recorded as (${auditInsert(ticketRecord(ticket.createdBy, ticket.id, { field: 'created', to: 'Open' }))}),
    ${ticket.receiveEmailUpdates ? subscribed : sql``}
    taken as (${nextNumber}),
    made as (
      insert into support_request
        (id, number, created_on, asked_on, ${filedColumns()}, organization_id, created_by)
      select ${ticket.id}::uuid, number, created_on, ${ticket.isQuestion ? sql`created_on` : sql`null::timestamptz`},
        ${sql.join(filedFieldNames.map((name) => ticket[name]))}, ${ticket.organizationId}::uuid, ${ticket.createdBy}::uuid
      from taken),
    ${written} ${notify} ${prepared}`.execute(database)
}

/** Turns one account's e-mail updates on or off. Returns whether that changed anything. */
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
