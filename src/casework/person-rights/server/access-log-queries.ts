import { sql } from 'kysely'
import { z } from 'zod'
import { listWays } from '#casework/clients/access-log.ts'
import { accessLog } from '#casework/clients/server/clients-public.ts'
import { referralNeeds } from '#casework/referrals/server/referrals-public.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { familyOf, personRecord } from '#identity/people/server/people-public.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { AccessLogEntry, AccessLogQuery, NetworkAccessLogEntry } from '../access-log-entry.ts'
import { owner } from './my-records.ts'

const who = sql`log.id, log.way, log.viewed_on, ${accountName(sql`log.account_id`)} as name,
  ${accountName(sql`log.impersonator_id`)} as impersonator_name, organization.name as organization_name`

interface Range {
  before: number | null
  lists: boolean
  limit: number
}
const within = ({ before, lists }: Range) =>
  sql`(${before}::bigint is null or id < ${before}::bigint) and (${lists} or way <> all(${listWays}::text[]))`

// Selects the IDs first, by the index on people: without 'materialized' the planner may scan the whole log backwards.
async function listRows(database: Database, contactId: string, range: Range) {
  const { rows } = await sql<AccessLogEntry>`
    with hit as materialized (
      select id from ${accessLog.as('log')} where contact_ids && ${familyOf(contactId)} and ${within(range)})
    select ${who}, (log.account_id is not null or log.way = 'answer-link') and log.organization_id is distinct from ${owner} as is_disclosure,
      case when log.way <> all(${listWays}::text[]) then referral.need end as need
    from (select id from hit order by id desc limit ${range.limit}) page join ${accessLog.as('log')} using (id)
    join ${personRecord.as('contact')} on contact.id = ${contactId}::uuid
    left join ${organizationNames.as('organization')} on organization.id = log.organization_id
    left join ${referralNeeds.as('referral')} on referral.id = log.referral_id
    order by log.id desc`.execute(database)
  return rows
}

const rangeOf = (query: AccessLogQuery): Range => {
  const [before] = readCursor(query.cursor, [z.number().int()]) ?? [null]
  return { before, lists: query.lists, limit: query.limit + 1 }
}

/** Who saw details of a person, newest first. */
export async function listAccessLog(database: Database, contactId: string, query: AccessLogQuery) {
  return pageFrom(await listRows(database, contactId, rangeOf(query)), query.limit, (row) => [row.id])
}

/** The complete log of a person, newest first. */
export const listWholeAccessLog = (database: Database, contactId: string, limit = 50_000) =>
  listRows(database, contactId, { before: null, lists: true, limit })

const SHOWN_PEOPLE = 3

/** Who saw details of any person, newest first. */
export async function listNetworkAccessLog(database: Database, query: AccessLogQuery) {
  const range = rangeOf(query)
  const { rows } = await sql<NetworkAccessLogEntry>`
    select ${who}, cardinality(log.contact_ids) as people_count, people.people
    from (select id from ${accessLog.as('log')} where ${within(range)} order by id desc limit ${range.limit}) page
    join ${accessLog.as('log')} using (id)
    left join ${organizationNames.as('organization')} on organization.id = log.organization_id
    cross join lateral (
      select json_agg(json_build_object('id', shown.id, 'shortName',
        nullif(contact.first_name, '') || coalesce(' ' || upper(nullif(left(contact.last_name, 1), '')) || '.', ''))) as people
      from unnest(log.contact_ids[1:${SHOWN_PEOPLE}]) shown (id) left join ${personRecord.as('contact')} on contact.id = shown.id
    ) people
    order by log.id desc`.execute(database)
  return pageFrom(rows, query.limit, (row) => [row.id])
}
