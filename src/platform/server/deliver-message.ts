import type { Selectable } from 'kysely'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { type DeliveryFailure, DeliveryRefused } from './delivery-refused.ts'
import type { Task } from './jobs.ts'
import type { Log } from './log.ts'
import type { MessageTable } from './messages.ts'
import { createMailer } from './send-mail.ts'
import { readSmsAddress } from './sms-address.ts'
import { createTwilio } from './twilio.ts'

/**
 * The job that lets one message out. The row is locked while it goes, so two workers never send it at once.
 * In evaluation it only becomes visible in the outbox, in the same transaction. A refusal for good is written down with
 * its reason; anything else is tried again, for about three days. A crash between the peer's "taken" and our commit
 * makes a second try: a mail's Message-ID is the same then, by which mail systems drop the second, and a text is looked
 * for at the service before it is sent again.
 */
export function deliverMessage(options: { config: Config; database: Database; log: Log }): Task {
  const { config, database, log } = options
  const letOut = config.evaluation ? async () => undefined : createDelivery(config)

  return async (payload, { job }) => {
    const { messageId } = payload as { messageId: string }
    await database.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('message')
        .selectAll()
        .where('id', '=', messageId)
        .where('deliveredOn', 'is', null)
        .where('failedOn', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!row) return
      const failure = await letOut(row, job.attempts > 1).then(
        () => null,
        (error: Error): DeliveryFailure => {
          if (!(error instanceof DeliveryRefused) && job.attempts < job.max_attempts) throw error
          log.warn({ messageId, channel: row.channel, cause: error.message }, 'a message was given up')
          return error instanceof DeliveryRefused ? error.failure : 'no-answer'
        },
      )
      const now = new Date().toISOString()
      await transaction
        .updateTable('message')
        .set(failure ? { failedOn: now, failure } : { deliveredOn: now })
        .where('id', '=', row.id)
        .execute()
    })
  }
}

function createDelivery(config: Config) {
  const sendMail = createMailer(config)
  const twilio = config.smsUrl ? createTwilio(readSmsAddress(config.smsUrl)) : null
  return async (message: Selectable<MessageTable>, isAgain: boolean) => {
    if (message.channel === 'email') return sendMail(message)
    if (!twilio) throw new DeliveryRefused('no-service', 'SMS_URL is not set')
    const { id, recipient: to, text } = message
    if (message.channel === 'sms')
      return twilio.sendText({ id, to, text }, isAgain ? new Date(message.createdOn) : null)
    return twilio.call({ id, to, text }, message.language)
  }
}
