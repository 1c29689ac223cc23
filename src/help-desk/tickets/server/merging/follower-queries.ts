import { sql } from 'kysely'
import { accountIsActive, accountPerson } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { SupportRequestRow } from '../../support-request.ts'
import { type Subscriber, subscriberColumns } from '../subscriber.ts'

/** A person who subscribed to a ticket that is merged with the one that has news. */
export interface Follower extends Subscriber {
  /** the ticket to which they subscribed, and whether it was merged into the one with news, or the other way around */
  through: Pick<SupportRequestRow, 'id' | 'ticketNumber' | 'supportRequestType' | 'organizationId' | 'createdBy'>
  isBelow: boolean
}

// A merge without notifications yet can still be undone unnoticed; until then, nobody is notified of the other ticket.
const stands = sql`m.undone_on is null and m.told_on is not null`

/** People who subscribed to tickets below or above this one in its merges, but not to this one itself. */
export async function listFollowers(database: Database, id: string): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    with recursive below (id) as (
      select m.duplicate_id from support_request_merge m where m.target_id = ${id}::uuid and ${stands}
      union all select m.duplicate_id from below b join support_request_merge m on m.target_id = b.id and ${stands}
    ), above (id) as (
      select m.target_id from support_request_merge m where m.duplicate_id = ${id}::uuid and ${stands}
      union all select m.target_id from above b join support_request_merge m on m.duplicate_id = b.id and ${stands}
    )
    select ${subscriberColumns},
      jsonb_build_object('id', t.id, 'ticketNumber', t.ticket_number, 'supportRequestType', t.support_request_type,
        'organizationId', t.organization_id, 'createdBy', t.created_by) as through, f.is_below
    from (select id, true as is_below from below union all select id, false from above) f
      join support_request t on t.id = f.id
      join support_request_subscription s on s.support_request_id = t.id
      join ${accountPerson.as('reader')} on reader.id = s.account_id
    where ${accountIsActive('reader')}
      and not exists (select from support_request_subscription x where x.support_request_id = ${id}::uuid and x.account_id = reader.id)
    order by reader.id, t.number`.execute(database)
  return rows
}
