import { sql } from 'kysely'
import { openStatuses } from '../referral-machine.ts'

/**
 * Over `referral`: its recipient promised to do something earlier, it waits for an answer past the day when one was due, or is still open past the day by which the
 * person needs help. Lists show it as late and can put it first.
 */
export const isLate = sql<boolean>`(coalesce(referral.promise_due_on < now(), false)
  or (referral.status in ('Sent', 'In Review') and coalesce(referral.response_due_on < now(), false))
  or (referral.status = any(${[...openStatuses]}::text[])
    and exists (select from referral_request need where need.id = referral.request_id and need.needed_by < (select portal_day()))))`
