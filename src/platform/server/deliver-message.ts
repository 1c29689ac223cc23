import { sql } from 'kysely'
import type { Config } from './config.ts'
import { type Database, prepared } from './database.ts'
import { type DeliveryFailure, DeliveryRefused } from './delivery-refused.ts'
import type { Task } from './jobs.ts'
import { beginNextWait, holdOrLetThrough, isUndecided, joinMails, lockJoined, type Waiting } from './join-messages.ts'
import type { Log } from './log.ts'
import { type Counter, countMessage } from './message-count.ts'
import { blanked, whileFailed } from './message-life.ts'
import { reportMessages } from './message-report.ts'
import type { DeliveryJob } from './messages.ts'
import { leftOut } from './metrics.ts'
import { createMailer } from './send-mail.ts'
import { readSmsAddress } from './sms-address.ts'
import { createTwilio } from './twilio.ts'

type Job = Parameters<Task>[1]['job']

const lockWaiting = (transaction: Database, messageId: string) =>
  transaction
    .selectFrom('message')
    .selectAll()
    .where('id', '=', messageId)
    .where('deliveredOn', 'is', null)
    .where('failedOn', 'is', null)
    .where('leftOutOn', 'is', null)
    // Erased while it waited.
    .where('blankedOn', 'is', null)
    .forUpdate()
    .executeTakeFirst() as Promise<Waiting | undefined>

/** Counts a message against its limits. @returns whether it is left out */
async function admit(transaction: Database, log: Log, row: Waiting, counters: Counter[]) {
  if (counters.length === 0 || row.countedOn) return false
  const over = await countMessage(transaction, counters)
  const isLeftOut = over !== null && !(over.isFirst && row.collapsed)
  await transaction
    .updateTable('message')
    .set({ countedOn: sql`now()`, ...(isLeftOut ? { leftOutOn: sql`now()`, ...blanked } : {}) })
    .$if(over !== null && !isLeftOut, (q) => q.set({ subject: null, html: null, ...row.collapsed, collapsed: null }))
    .where('id', '=', row.id)
    .modifyEnd(prepared)
    .execute()
  if (!isLeftOut) return false
  await reportMessages(transaction, [{ task: row.reportTask, messageId: row.id, state: 'left-out' }])
  leftOut.inc({ kind: row.kind })
  log.warn({ messageId: row.id, kind: row.kind }, 'a message was left out: there were too many of its kind')
  return true
}

/**
 * Before the first try, counts a message, and decides whether it waits to be joined. In a separate short transaction, so
 * that messages with the same recipient or sender, whose counters it locks, do not wait for a slow mail server.
 */
async function prepareMessage({ config, database, log }: Options, { messageId, counters = [] }: DeliveryJob) {
  if (counters.length === 0 && config.joinSeconds === 0) return
  await database.transaction().execute(async (transaction) => {
    const row = await lockWaiting(transaction, messageId)
    if (!row || (await admit(transaction, log, row, counters))) return
    if (isUndecided(row, config)) await holdOrLetThrough(transaction, row, config)
  })
}

/**
 * The job that delivers one message. The row is locked meanwhile, so two workers never send it at the same time. In
 * evaluation, the message only becomes visible in the outbox, in the same transaction. A permanent failure is recorded
 * with its reason; other failures are retried for almost four days, or until the message's link expires. A crash after
 * the server accepted the message and before our commit causes a second try: a mail then has the same Message-ID, which
 * lets mail systems drop the duplicate; for a text, the service is asked first whether it was sent.
 */
export function deliverMessage(options: Options): Task {
  const { database } = options
  const deliver = createDelivery(options)
  return async (payload, { job }) => {
    const { messageId } = payload as DeliveryJob
    await prepareMessage(options, payload as DeliveryJob)
    await database.transaction().execute(async (transaction) => {
      const row = await lockWaiting(transaction, messageId)
      if (row && row.joinKey === null) await deliver(transaction, job, row, [row])
    })
  }
}

/** The job that delivers in one mail what waited to be joined ({@link holdOrLetThrough}), as {@link deliverMessage} does. */
export function joinMessages(options: Options): Task {
  const { config, database } = options
  const deliver = createDelivery(options)
  return async (payload, { job }) => {
    const { joinKey } = payload as { joinKey: string }
    await beginNextWait(database, joinKey, config)
    await database.transaction().execute(async (transaction) => {
      const rows = await lockJoined(transaction, joinKey)
      const mail = joinMails(rows, config.productName)
      if (mail) await deliver(transaction, job, mail, rows)
    })
  }
}

interface Options {
  config: Config
  database: Database
  log: Log
}

/** Sends a message, and records what became of all that it stands for. Temporary failures are thrown. */
function createDelivery({ config, log }: Pick<Options, 'config' | 'log'>) {
  const send = config.evaluation ? async () => undefined : createSender(config)
  const isLate = ({ expiresOn }: Waiting) => expiresOn !== null && new Date(expiresOn) <= new Date()

  return async (transaction: Database, job: Job, mail: Waiting, rows: readonly Waiting[]) => {
    const sending = isLate(mail)
      ? Promise.reject(new DeliveryRefused('no-answer', 'its link has ended'))
      : send(mail, job.attempts > 1)
    const failure = await sending.then(
      () => null,
      (error: Error): DeliveryFailure => {
        if (!(error instanceof DeliveryRefused) && job.attempts < job.max_attempts) throw error
        log.warn({ messageId: mail.id, channel: mail.channel, cause: error.message }, 'a message was given up')
        return error instanceof DeliveryRefused ? error.failure : 'no-answer'
      },
    )
    // In evaluation, the outbox shows what was sent: of several that were joined, only the whole mail.
    const shown = config.evaluation && !failure ? mail : null
    const outcome = failure
      ? { failedOn: sql<string>`now()`, failure, ...whileFailed }
      : { deliveredOn: sql<string>`now()`, ...blanked }
    const others = rows.map(({ id }) => id).filter((id) => id !== shown?.id)
    if (others.length)
      await transaction
        .updateTable('message')
        .set(outcome)
        .where('id', '=', sql<string>`any(${others}::uuid[])`)
        .modifyEnd(prepared)
        .execute()
    if (shown) {
      const { subject, text, html } = shown
      const words = { subject, text, html, joinKey: null, deliveredOn: sql<string>`now()` }
      await transaction.updateTable('message').set(words).where('id', '=', shown.id).modifyEnd(prepared).execute()
    }
    const state = failure ? 'failed' : 'handed-over'
    await reportMessages(
      transaction,
      rows.map(({ id: messageId, reportTask: task }) => ({ task, messageId, state, failure })),
    )
  }
}

function createSender(config: Config) {
  const sendMail = createMailer(config)
  const twilio = config.smsUrl ? createTwilio(readSmsAddress(config.smsUrl)) : null
  return async (message: Waiting, isAgain: boolean) => {
    if (message.channel === 'email') return sendMail(message)
    if (!twilio) throw new DeliveryRefused('no-service', 'SMS_URL is not set')
    const { id, recipient: to, text } = message
    if (message.channel === 'sms')
      return twilio.sendText({ id, to, text }, isAgain ? new Date(message.createdOn) : null)
    return twilio.call({ id, to, text }, message.language)
  }
}
