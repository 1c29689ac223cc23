import { sql } from 'kysely'
import { accountPerson, hasRoleAmong } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { handlesTickets, ticketRoles } from '../../help-desk-policy.ts'
import { PRESENCE_SECONDS, type Presence, type Present } from '../../ticket-presence.ts'

const isAlive = sql`p.seen_on > now() - make_interval(secs => ${sql.lit(PRESENCE_SECONDS)})`
const isAgent = hasRoleAmong(sql`p.account_id`, ticketRoles)

/** Who else is on a ticket. People who handle tickets are shown only to each other. */
export async function listPresent(database: Database, actor: Actor, ticketId: string): Promise<Present> {
  const { rows } = await sql<Present['items'][number]>`
    select person.id, json_build_object('firstName', person.first_name, 'lastName', person.last_name) as contact,
      case when bool_or(p.state = 'writing') then 'writing' else 'looking' end as state
    from support_request_presence p join ${accountPerson.as('person')} on person.id = p.account_id
    where p.support_request_id = ${ticketId}::uuid and p.account_id <> ${actor.accountId}::uuid and ${isAlive}
      ${handlesTickets(actor) ? sql`` : sql`and not ${isAgent}`}
    group by person.id, person.first_name, person.last_name order by person.first_name, person.last_name, person.id limit 50`.execute(
    database,
  )
  return { items: rows }
}

/** The maximum number of tabs of one account on one ticket; the oldest are dropped. */
const MOST_TABS = sql.lit(10)

/** Records the state of a tab, and notifies others only if it has changed. */
export async function savePresence(
  database: Database,
  actor: Actor,
  ticket: { id: string; organizationId: string | null; createdBy: string },
  { tabId, state }: Presence,
) {
  const { accountId } = actor
  const key = sql`support_request_id = ${ticket.id}::uuid and account_id = ${accountId}::uuid`
  await database.transaction().execute(async (transaction) => {
    const before = await sql<{ state: string }>`
      select p.state from support_request_presence p where ${key} and tab_id = ${tabId}::uuid and ${isAlive}`.execute(
      transaction,
    )
    if (state === 'gone')
      await sql`delete from support_request_presence where ${key} and tab_id = ${tabId}::uuid`.execute(transaction)
    else {
      await sql`insert into support_request_presence (support_request_id, account_id, tab_id, state)
        values (${ticket.id}::uuid, ${accountId}::uuid, ${tabId}::uuid, ${state})
        on conflict (support_request_id, account_id, tab_id) do update set state = excluded.state, seen_on = now()`.execute(
        transaction,
      )
      await sql`delete from support_request_presence where ${key} and tab_id in (
        select tab_id from support_request_presence where ${key} order by seen_on desc, tab_id offset ${MOST_TABS})`.execute(
        transaction,
      )
    }
    if ((before.rows[0]?.state ?? 'gone') === state) return
    await deleteOldPresence(transaction)
    const agents = ['role:support-agent', 'role:platform-admin']
    const reporters = [
      `account:${ticket.createdBy}`,
      ...(ticket.organizationId ? [`organization:${ticket.organizationId}`] : []),
    ]
    await publishEvent(transaction, {
      type: 'ticketPresence',
      subjectId: ticket.id,
      audience: handlesTickets(actor) ? agents : [...agents, ...reporters],
    })
  })
}

const deleteOldPresence = (database: Database) =>
  sql`delete from support_request_presence where seen_on < now() - interval '5 minutes'`.execute(database)
