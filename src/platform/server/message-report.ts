import { type RawBuilder, sql } from 'kysely'
import { type Database, type InTransaction, prepared } from './database.ts'
import type { DeliveryFailure } from './delivery-refused.ts'
import { addJob, type Task } from './jobs.ts'

/** What became of a message, for the task that it named. */
export interface MessageReport {
  messageId: string
  /** handed over to the mail server or text service, failed permanently, or not sent because it was over a limit */
  state: 'handed-over' | 'failed' | 'left-out'
  failure: DeliveryFailure | null
  on: string
}

export interface NewReport extends Pick<MessageReport, 'messageId' | 'state'> {
  /** null: nobody wants to know */
  task: string | null
  failure?: DeliveryFailure | null
}

const jobKey = 'message-reports:'
/** The reports of a second are delivered together, this long after it: by then, their transactions have ended. */
const AFTER_SECONDS = 1

/**
 * Keeps reports for the tasks that the messages named, in the caller's transaction. A referral to a large organization is
 * a hundred messages: their reports are one job, not a hundred. See docs/decisions/0428-reports-in-groups.md.
 */
export async function reportMessages(database: Database, reports: readonly NewReport[]) {
  const wanted = reports.filter(({ task }) => task !== null)
  if (wanted.length === 0) return
  await sql`
    with kept as (
      insert into message_report (task, message_id, state, failure)
      select task, "messageId", state, failure
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given (task text, "messageId" uuid, state text, failure text)
      returning task
    ), job as (
      select distinct task, ${jobKey} || task || ':' || second as key, to_timestamp(second + 1 + ${AFTER_SECONDS}::int) as run_at
      from kept cross join (select floor(extract(epoch from clock_timestamp()))::bigint as second) clock
    )
    select (graphile_worker.add_job(task, '{}'::json, job_key := key, run_at := run_at, job_key_mode := 'unsafe_dedupe')).id
    from job where not exists (select from graphile_worker._private_jobs added where added.key = job.key) ${prepared}`.execute(
    database,
  )
}

/** The maximum number of reports in one call of a task. */
const MOST = 500

/** Takes reports from those that wait, in the caller's transaction; those that another process takes stay there. */
async function takeReports(transaction: Database, task: string, which: RawBuilder<unknown>) {
  const { rows } = await sql<MessageReport>`
    delete from message_report where id = any(array(
      select id from message_report where task = ${task} and ${which} order by id limit ${MOST}::int for update skip locked))
    returning message_id, state, failure, reported_on as on`.execute(transaction)
  return rows
}

export type Settle = (transaction: InTransaction, reports: readonly MessageReport[]) => Promise<void>

/**
 * The task that receives the results of messages, many at once. If that fails, each report is tried by itself, so that
 * one does not hold back the others; those that fail again are tried again with the job.
 */
export const reportsTask =
  (database: Database, task: string, settle: Settle): Task =>
  async (payload) => {
    // Jobs that were added before reports had a table.
    if ((payload as Partial<MessageReport>).messageId)
      return database.transaction().execute((transaction) => settle(transaction, [payload as MessageReport]))
    const settleSome = (which: RawBuilder<unknown>) =>
      database.transaction().execute(async (transaction) => {
        const reports = await takeReports(transaction, task, which)
        if (reports.length > 0) await settle(transaction, reports)
        return reports.length
      })
    try {
      while ((await settleSome(sql`true`)) === MOST);
    } catch {
      await settleOneByOne(database, task, settleSome)
    }
  }

async function settleOneByOne(
  database: Database,
  task: string,
  settleSome: (which: RawBuilder<unknown>) => Promise<unknown>,
) {
  const waiting = await database
    .selectFrom('messageReport')
    .select('id')
    .where('task', '=', task)
    .orderBy('id')
    .execute()
  const failures: unknown[] = []
  for (const { id } of waiting)
    await settleSome(sql`id = ${id}::bigint`).catch((error: unknown) => {
      failures.push(error)
    })
  if (failures.length > 0) throw failures[0]
}

/** Adds a job for reports that none has taken, because the transaction that made them ended late. */
export async function remindOfReports(database: Database) {
  const { rows } = await sql<{ task: string }>`
    select distinct task from message_report where reported_on < now() - interval '10 seconds'`.execute(database)
  for (const { task } of rows) await addJob(database, task, {}, { key: jobKey + task })
}
