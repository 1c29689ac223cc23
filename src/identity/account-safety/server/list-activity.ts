import { sql } from 'kysely'
import { z } from 'zod'
import type { AccountEventDetail } from '#identity/accounts/account-event.ts'
import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { Activity } from '../my-activity.ts'
import { whereaboutsOf } from './my-sessions.ts'

interface Row {
  id: number
  kind: string
  detail: AccountEventDetail
  createdOn: string
  by: Activity['by']
  byName: string | null
  actingName: string | null
  ip: string | null
  userAgent: string | null
}

async function listRows(database: Database, accountId: string, before: number | null, limit: number) {
  const { rows } = await sql<Row>`
    select e.id, e.kind, e.detail, e.created_on, e.ip, e.user_agent,
      case when e.actor_id is null then 'nobody' when e.actor_id = e.account_id then 'owner' else 'other' end as by,
      case when e.actor_id <> e.account_id then actor.name end as by_name, impersonator.name as acting_name
    from account_event e
      left join ${accountPerson.as('actor')} on actor.id = e.actor_id
      left join ${accountPerson.as('impersonator')} on impersonator.id = e.impersonator_id
    where e.account_id = ${accountId} and (${before}::bigint is null or e.id < ${before}::bigint)
    order by e.id desc limit ${limit}`.execute(database)
  return rows.map(({ userAgent, ip, ...row }): Activity => ({ ...row, ...whereaboutsOf(ip, userAgent) }))
}

/** The events of an account, newest first. */
export async function listActivity(
  database: Database,
  accountId: string,
  page: { limit: number; cursor?: string | undefined },
) {
  const [before] = readCursor(page.cursor, [z.number().int()]) ?? [null]
  return pageFrom(await listRows(database, accountId, before, page.limit + 1), page.limit, (row) => [row.id])
}

const MOST_EXPORTED = 20_000
export const listAllActivity = (database: Database, accountId: string) =>
  listRows(database, accountId, null, MOST_EXPORTED)
