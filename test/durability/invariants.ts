import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { rebuildFacts } from '#casework/reports/server/rebuild-facts.ts'
import type { Database } from '#platform/server/database.ts'

/** Each query finds incomplete acts: rows without the others that the same act writes. */
const halfThere: Record<string, string> = {
  'a referral without a history': `select id from referral where not exists (select from referral_event where referral_id = referral.id)`,
  'a referral whose status is not that of its last step': `select id from referral where status is distinct from
    (select to_status from referral_event where referral_id = referral.id order by sequence desc limit 1)`,
  'a referral sent without the step, or the step without it': `select id from referral where (sent_on is not null) <>
    exists (select from referral_event where referral_id = referral.id and action = 'send')`,
  'a sent referral without what was shared': `select id from referral where sent_on is not null and snapshot is null`,
  'a request without a referral': `select id from referral_request where not exists (select from referral where request_id = referral_request.id)`,
  'a step of a referral that the audit does not have, or the other way round': `
    select coalesce(step.referral_id, act.subject_id::uuid) as id from
      (select referral_id, action, count(*) from referral_event where action <> 'remind' group by 1, 2) step
      full join (select subject_id, substr(action, 10) as action, count(*) from audit_record
        where subject_type = 'referral' and substr(action, 10) in (select action from referral_event) group by 1, 2) act
      on act.subject_id = step.referral_id::text and act.action = step.action
    where step.count is distinct from act.count`,
  'a sent referral of which no tab was told': `select referral_id as id from referral_event where action = 'send'
    and not exists (select from event where subject_id = referral_event.referral_id::text)`,
  'a need that two organizations work on': `select request_id as id from referral
    where status in ('Accepted', 'In Progress', 'On Hold') group by 1 having count(*) > 1`,
  'an accepted need that others are still asked for': `select other.id from referral join referral other using (request_id)
    where referral.status in ('Accepted', 'In Progress', 'On Hold') and other.status in ('Draft', 'Sent', 'In Review')`,
  'messages of a referral that are not counted': `select id from referral where message_count <>
      (select count(*) from referral_message where referral_id = referral.id)
    or message_count <> coalesce((select max(sequence) from referral_message where referral_id = referral.id), 0)`,
  'a person recorded without the audit': `select id from contact where organization_id is not null
    and not exists (select from audit_record where action = 'contact.create' and subject_id = contact.id::text)`,
  'a consent recorded without the audit': `select id from consent where not exists
    (select from audit_record where action = 'consent.record' and detail ->> 'consentId' = consent.id::text)`,
  'a ticket without its times': `select id from support_request where not exists
    (select from support_request_times where support_request_id = support_request.id)`,
  'ticket numbers out of step with their counter': `select last_number::text as id from support_request_counter
    where last_number <> (select coalesce(max(number), last_number) from support_request)`,
  'a filing key without its ticket': `select support_request_id as id from support_request_filing where not exists
    (select from support_request where id = support_request_filing.support_request_id)`,
  'an attached file that nothing holds, or a held one that is not attached': `select id from file where (unattached_since is null) <>
    (exists (select from support_request_file where file_id = file.id) or exists (select from note_file where file_id = file.id))`,
  'an attached file that was never stored': `select id from file where unattached_since is null and stored_on is null`,
  'an upload without the audit': `select id from file where not exists
    (select from audit_record where action = 'file.upload' and subject_id = file.id::text)`,
  'a registration without its review or its link': `select subject_id as id from audit_record where action = 'registered' and (
    not exists (select from registration_review where account_id::text = subject_id) or
    not exists (select from account_token where account_id::text = subject_id and purpose = 'confirm-email'))`,
  'a registered account without the audit': `select account_id as id from registration_review where not exists
    (select from audit_record where action = 'registered' and subject_id = account_id::text)`,
  'a used confirmation of an address that is not confirmed': `select account_id as id from account_token
    join account on account.id = account_id where purpose = 'confirm-email' and used_on is not null and email_confirmed_on is null`,
  'a used invitation without an account and its role': `select id from account_invitation where (used_on is not null) <>
    exists (select from account_role where account_role.account_id = account_invitation.account_id)`,
  'a used reset link without a new password': `select account_id as id from account_token join account on account.id = account_id
    where purpose = 'reset-password' and used_on is not null and password_changed_on < account_token.created_on`,
}

/** The incomplete acts in the whole database and the store, as `what: id`. */
export async function findHalfThere(database: Database, files: string): Promise<string[]> {
  const found: string[] = []
  for (const [what, query] of Object.entries(halfThere)) {
    const { rows } = await sql.raw<{ id: string }>(query).execute(database)
    found.push(...rows.map(({ id }) => `${what}: ${id}`))
  }
  const wrong = await rebuildFacts(database)
  if (wrong) found.push(`facts that reports count, and that differ from their referrals: ${wrong}`)
  const stored = await database.selectFrom('file').select(['id', 'size']).where('storedOn', 'is not', null).execute()
  for (const { id, size } of stored) {
    const facts = await stat(join(files, id.slice(0, 2), id)).catch(() => null)
    if (facts?.size !== size) found.push(`a file row that points at nothing whole: ${id}`)
  }
  return found
}

/** The number of jobs that are due but have not run. */
export async function countWaiting(database: Database) {
  const { rows } = await sql<{ jobs: number; locked: number; messages: number }>`select
    (select count(*) from graphile_worker._private_jobs where run_at <= now() or attempts > 0 or key like 'message-reports:%') as jobs,
    (select count(*) from graphile_worker._private_jobs where locked_at is not null) as locked,
    (select count(*) from message where delivered_on is null and failed_on is null and left_out_on is null) as messages`.execute(
    database,
  )
  return rows[0] as { jobs: number; locked: number; messages: number }
}
