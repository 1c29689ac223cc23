import { sql } from 'kysely'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { NeedHistory } from '../need-history.ts'
import { closeReasons, declineReasons } from '../referral-machine.ts'
import { openNeeds } from './person-needs.ts'

/** Steps that say what became of the need; not preparing, reminding, assigning, or the right to see the person. */
const shownSteps = [
  ...[
    'send',
    'view',
    'accept',
    'decline',
    'recall',
    'recallTaken',
    'forward',
    'expire',
    'start',
    'firstContact',
    'appointment',
  ],
  ...['cancelAppointment', 'hold', 'resume', 'closeResolved', 'closeUnresolved', 'reopen', 'undo'],
]
const asTime = (time: unknown) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * The needs of a person that an organization recorded, open ones first, with the steps of all tries: also of those that
 * a recipient passed on, which the sender watches. Reasons in free words stay on the referral. A need of somebody else in the household is there if it
 * was sent for this person too.
 */
export async function listNeedHistory(
  database: Database,
  contactId: string,
  organizationId: string | null,
): Promise<NeedHistory[]> {
  const { rows } = await sql<NeedHistory>`
    select request.id, request.need, request.urgency, request.created_on, open.id is not null as is_open,
      request.contact_id = ${contactId}::uuid as is_own,
      case when request.status = 'revoked' then request.changed_on when open.id is null then coalesce((select max(coalesce(settled_on, status_changed_on)) from referral where referral.request_id = request.id),
        request.changed_on) end as ended_on,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', step.id, 'referralId', referral.id, 'organizationName', organization.name,
          'action', step.action, 'outcome', case when step.action = 'closeResolved' then step.outcome end, 'createdOn', ${asTime(sql`step.created_on`)},
          'reason', case when step.reason = any(${[...new Set([...declineReasons, ...closeReasons])]}::text[]) then step.reason end)
          order by step.sequence)
        from referral join referral_event step on step.referral_id = referral.id
        join ${organizationNames.as('organization')} on organization.id = referral.recipient_organization_id
        where referral.request_id = request.id and referral.status <> 'Entered In Error' and referral.sent_on is not null
          and step.action = any(${shownSteps}::text[])), '[]') as steps
    from referral_request request left join ${openNeeds} open on open.id = request.id
    where request.organization_id = ${organizationId}::uuid and (request.contact_id = ${contactId}::uuid or request.id in (
      select other.request_id from referral_person also join referral other on other.id = also.referral_id
      where also.contact_id = ${contactId}::uuid and also.details_ended_on is null and other.sent_on is not null))
    order by is_open desc, request.created_on desc, request.id`.execute(database)
  return rows
}
