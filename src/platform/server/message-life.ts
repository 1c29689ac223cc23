import { type RawBuilder, sql } from 'kysely'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Task } from './jobs.ts'

const contents = { subject: null, text: null, html: null, collapsed: null, headers: '{}' }
/** What a message becomes when nobody needs it any more: only its kind, its times and its key stay. */
export const blanked = { ...contents, recipient: null, blankedOn: sql<string>`now()` }
/** Blanks the messages that this condition on `message` names, in the caller's transaction. */
export const eraseMessages = (database: Database, which: RawBuilder<boolean>) =>
  database.updateTable('message').set(blanked).where('blankedOn', 'is', null).where(which).execute()
/** A message that was given up is not sent again. Its address stays as long as its owner is shown that it did not arrive. */
export const whileFailed = contents
/** For so long the owner of an address is shown that a message did not arrive. */
export const failureShownFor = sql<string>`interval '14 days'`

export const blankMessagesTask = 'blank-messages'
/** Every five minutes; a missed time is not made up for. */
export const blankMessagesCrontab = `*/5 * * * * ${blankMessagesTask}`

const BATCH = 1000
/** A job that takes minutes would be taken for a dead one; what is left over comes with the next run. */
const PATIENCE_MS = 60_000

const contentsToNull = sql`subject = null, text = null, html = null, collapsed = null, headers = '{}'`
const chosen = (where: ReturnType<typeof sql>) =>
  sql`id in (select id from message where ${where} limit ${BATCH} for update skip locked)`

/** Delivered before deliveries blanked what they sent, or while this database served an evaluation. */
const blankDelivered = sql`update message set ${contentsToNull}, recipient = null, blanked_on = now()
  where ${chosen(sql`blanked_on is null and delivered_on is not null`)}`
const blankFailed = sql`update message set ${contentsToNull}, recipient = null, blanked_on = now()
  where ${chosen(sql`blanked_on is null and failed_on < now() - ${failureShownFor}`)}`
/** A link that has ended is worth no delivery, even where the job that should have sent it was lost. */
const failOverdue = sql`update message set ${contentsToNull}, failed_on = now(), failure = 'no-answer'
  where ${chosen(sql`delivered_on is null and failed_on is null and left_out_on is null and expires_on < now()`)}`
const deleteOld = sql`delete from message where ${chosen(sql`created_on < now() - interval '30 days'`)}`
/** No event comes again after more than a year. */
const deleteKeys = sql`delete from message_key where created_on < now() - interval '400 days'`
const deleteCounts = sql`delete from message_count where key in (
  select key from message_count where ends_on < now() limit ${BATCH} for update skip locked)`

async function inBatches(database: Database, statement: ReturnType<typeof sql>, until: number) {
  for (;;) {
    const { numAffectedRows = 0n } = await statement.execute(database)
    if (numAffectedRows < BATCH || Date.now() > until) return
  }
}

/**
 * Blanks and deletes messages that have had their day, so that whoever reads the database or a backup finds neither links
 * nor addresses. In evaluation the outbox shows delivered messages, and they stay until they are deleted.
 */
export const blankMessages =
  ({ config, database }: { config: Pick<Config, 'evaluation'>; database: Database }): Task =>
  async () => {
    const until = Date.now() + PATIENCE_MS
    const statements = [
      failOverdue,
      blankFailed,
      ...(config.evaluation ? [] : [blankDelivered]),
      deleteOld,
      deleteCounts,
    ]
    for (const statement of statements) await inBatches(database, statement, until)
    await deleteKeys.execute(database)
  }
