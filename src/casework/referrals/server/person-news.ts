import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { addJob } from '#platform/server/jobs.ts'

/** The task that notifies the people of a referral about one of these steps. Its feature registers it. */
export const personNewsTask = 'tell-person'
const notified = ['send', 'accept', 'appointment', 'cancelAppointment', 'closeResolved', 'closeUnresolved'] as const
export type NotifiedAction = (typeof notified)[number]
const isNotified = (action: string): action is NotifiedAction => (notified as readonly string[]).includes(action)

/** Adds the job for a step of which people are notified, in the caller's transaction. */
export async function planPersonNews(database: Database, stepId: string, action: string) {
  if (isNotified(action)) await addJob(database, personNewsTask, { stepId }, { key: `person-news:${stepId}` })
}

export interface NotifiedStep {
  referralId: string
  requestId: string
  action: NotifiedAction
  createdOn: string
  /** no later step of its kind: one that was undone may have been taken again */
  isLast: boolean
}

export async function findNotifiedStep(database: Database, stepId: string): Promise<NotifiedStep | null> {
  const { rows } = await sql<NotifiedStep>`
    select referral_id, referral.request_id, action, step.created_on, not exists (select from referral_event later
      where later.referral_id = step.referral_id and later.sequence > step.sequence
        and (later.action = step.action or (later.action in ('closeResolved', 'closeUnresolved') and step.action like 'close%'))
      ) as is_last
    from referral_event step join referral on referral.id = step.referral_id where step.id = ${stepId}::uuid`.execute(
    database,
  )
  const [step] = rows
  return step && isNotified(step.action) ? step : null
}

/** A person of a referral. */
export interface ReferredTo {
  contactId: string
  /** whether their consent was withdrawn */
  hasEnded: boolean
}

/** Whose need it is, and then for whom else a referral is. */
export const listPeopleOf = async (database: Database, referralId: string) =>
  (
    await sql<ReferredTo>`
      select contact_id, has_ended from (
        select request.contact_id, referral.details_ended_on is not null as has_ended, 0 as place
        from referral join referral_request request on request.id = referral.request_id where referral.id = ${referralId}::uuid
        union all
        select contact_id, details_ended_on is not null, 1 from referral_person where referral_id = ${referralId}::uuid
      ) people order by place, contact_id`.execute(database)
  ).rows
