import { sql } from 'kysely'
import { closedStatuses } from '../referral-machine.ts'
import { closedVisibleDays, nameOnlyStatuses, type Visibility } from '../referral-policy.ts'

/** `recipientVisibilityOf` in SQL, over `referral`: how much its recipient sees. A test compares the two. */
export const recipientVisibility = sql<Visibility>`case
  when referral.sent_on is null or referral.status in ('Draft', 'Entered In Error') then 'nothing'
  when referral.status = 'Recalled' then 'nameless'
  when referral.details_ended_on is not null or referral.status = any(${[...nameOnlyStatuses]}::text[]) then 'name'
  when referral.status = any(${[...closedStatuses]}::text[]) and referral.status_changed_on < now() - make_interval(days => ${closedVisibleDays}) then 'name'
  else 'whole' end`
