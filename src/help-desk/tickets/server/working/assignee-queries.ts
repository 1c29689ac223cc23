import { sql } from 'kysely'
import {
  accountMayReceive,
  accountPerson,
  hasRoleAmong,
  lockStanding,
} from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { Assignable, NewAssignments } from '../../bulk-change.ts'
import { handlesTickets, ticketRoles } from '../../help-desk-policy.ts'

const names = sql`json_build_object('firstName', person.first_name, 'lastName', person.last_name)`
const handles = sql`${hasRoleAmong(sql`person.id`, ticketRoles)} and ${accountMayReceive('person')}`

/** The people to whom a ticket can be assigned, by name. */
export async function listAssignable(database: Database): Promise<Assignable> {
  const { rows } = await sql<Assignable['items'][number]>`
    select person.id, ${names} as contact from ${accountPerson.as('person')}
    where ${handles} order by person.first_name, person.last_name, person.id limit 500`.execute(database)
  return { items: rows }
}

/** Whether tickets can be assigned to this account; locked until the transaction ends. */
export async function mayBeAssigned(database: Database, accountId: string) {
  const standing = await lockStanding(database, accountId)
  return Boolean(standing?.mayReceive && handlesTickets(standing))
}

const MOST_NEWS = sql.lit(20)

/** Tickets that others assigned to this account and that it has not opened since, newest first. */
export async function listNewAssignments(database: Database, accountId: string): Promise<NewAssignments> {
  const { rows } = await sql<NewAssignments['items'][number]>`
    select t.id, t.ticket_number, t.changed_on, case when person.id is not null then ${names} end as assigned_by
    from support_request t left join ${accountPerson.as('person')} on person.id = t.assigned_by
    where t.assignee_id = ${accountId}::uuid and t.is_assignment_new order by t.changed_on desc limit ${MOST_NEWS}`.execute(
    database,
  )
  return { items: rows }
}

/** Marks assignments as seen. @param id one of them, or undefined for all */
export async function seeAssignments(database: Database, accountId: string, id?: string) {
  let seen = database
    .updateTable('supportRequest')
    .set({ isAssignmentNew: false })
    .where('assigneeId', '=', accountId)
    .where('isAssignmentNew', '=', true)
  if (id) seen = seen.where('id', '=', id)
  await seen.execute()
}
