import { type RawBuilder, sql } from 'kysely'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { DeliveryFailure } from './delivery-refused.ts'
import type { Task } from './jobs.ts'
import { remindOfReports, reportMessages } from './message-report.ts'

const contents = { subject: null, text: null, html: null, collapsed: null, entry: null, joinKey: null, headers: '{}' }
/** Blanks a message that is no longer needed: only its kind, times and key remain. */
export const blanked = { ...contents, recipient: null, blankedOn: sql<string>`now()` }
/** The IDs of the messages that match this condition on `message`, as a query; of none that was blanked. */
export const messagesWhere = (which: RawBuilder<boolean>) =>
  sql<string>`(select id from message where blanked_on is null and ${which})`
/** Blanks the messages that match this condition on `message`, in the caller's transaction. */
export const eraseMessages = (database: Database, which: RawBuilder<boolean>) =>
  database.updateTable('message').set(blanked).where('blankedOn', 'is', null).where(which).execute()
/** A failed message is not sent again. Its address is kept while the recipient is shown that it did not arrive. */
export const whileFailed = contents
/** How long the owner of an address is shown that a message did not arrive. */
const failureShownFor = sql<string>`interval '14 days'`

/** The latest message per channel that did not reach these addresses and is still shown. */
export const listUndelivered = (database: Database, recipients: string[]) =>
  database
    .selectFrom('message')
    .distinctOn('channel')
    .select(['channel', sql<DeliveryFailure>`failure`.as('failure'), sql<string>`failed_on`.as('failedOn')])
    .where('recipient', 'in', recipients)
    .where('failedOn', '>', sql<string>`now() - ${failureShownFor}`)
    .orderBy('channel')
    .orderBy('failedOn', 'desc')
    .execute()

/** After such a failure, another text to the same number would fail too. */
export const lastingFailures: readonly DeliveryFailure[] = ['invalid-address', 'unsubscribed', 'refused']

/** Which of these numbers refused a text in the last days. */
export const listRefusingTexts = async (database: Database, numbers: string[]) =>
  (
    await sql<{ recipient: string }>`
      select distinct recipient from message where channel = 'sms' and recipient = any(${numbers}::text[])
        and failure = any(${lastingFailures}::text[]) and failed_on > now() - ${failureShownFor}`.execute(database)
  ).rows.map(({ recipient }) => recipient)

export const blankMessagesTask = 'blank-messages'
/** Every five minutes; missed runs are not repeated. */
export const blankMessagesCrontab = `*/5 * * * * ${blankMessagesTask}`

const BATCH = 1000
/** A job that takes minutes would be considered dead; the next run processes the rest. */
const PATIENCE_MS = 60_000

const contentsToNull = sql`subject = null, text = null, html = null, collapsed = null, entry = null, join_key = null, headers = '{}'`
const chosen = (where: ReturnType<typeof sql>) =>
  sql`id in (select id from message where ${where} limit ${BATCH} for update skip locked)`

/** Messages delivered before blanking existed, or during evaluation. */
const blankDelivered = sql`update message set ${contentsToNull}, recipient = null, blanked_on = now()
  where ${chosen(sql`blanked_on is null and delivered_on is not null`)}`
const blankFailed = sql`update message set ${contentsToNull}, recipient = null, blanked_on = now()
  where ${chosen(sql`blanked_on is null and failed_on < now() - ${failureShownFor}`)}`
/** A message whose link has expired is not worth delivering, even if its delivery job was lost. */
const failOverdue = sql<{ id: string; reportTask: string | null }>`
  update message set ${contentsToNull}, failed_on = now(), failure = 'no-answer'
  where ${chosen(sql`delivered_on is null and failed_on is null and left_out_on is null and blanked_on is null and expires_on < now()`)}
  returning id, report_task`
const deleteOld = sql`delete from message where ${chosen(sql`created_on < now() - interval '30 days'`)}`
/** No event occurs again after more than a year. */
const deleteKeys = sql`delete from message_key where created_on < now() - interval '400 days'`
/** Their result could not be reported for a month. */
const deleteReports = sql`delete from message_report where reported_on < now() - interval '30 days'`
const deleteCounts = sql`delete from message_count where key in (
  select key from message_count where ends_on < now() limit ${BATCH} for update skip locked)`

async function inBatches(database: Database, statement: ReturnType<typeof sql>, until: number) {
  for (;;) {
    const { numAffectedRows = 0n } = await statement.execute(database)
    if (numAffectedRows < BATCH || Date.now() > until) return
  }
}

/** One batch, with the reports in the same transaction. @returns whether there may be more */
const failBatch = (database: Database) =>
  database.transaction().execute(async (transaction) => {
    const { rows } = await failOverdue.execute(transaction)
    await reportMessages(
      transaction,
      rows.map(({ id, reportTask }) => ({ task: reportTask, messageId: id, state: 'failed', failure: 'no-answer' })),
    )
    return rows.length === BATCH
  })

/**
 * Blanks and deletes messages that are no longer needed, so that the database and its backups contain neither links nor
 * addresses. In evaluation, delivered messages stay visible in the outbox until they are deleted.
 */
export const blankMessages =
  ({ config, database }: { config: Pick<Config, 'evaluation'>; database: Database }): Task =>
  async () => {
    const until = Date.now() + PATIENCE_MS
    const statements = [blankFailed, ...(config.evaluation ? [] : [blankDelivered]), deleteOld, deleteCounts]
    while ((await failBatch(database)) && Date.now() < until);
    for (const statement of statements) await inBatches(database, statement, until)
    await deleteKeys.execute(database)
    await deleteReports.execute(database)
    await remindOfReports(database)
  }
