import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Task } from './jobs.ts'

type Row = { id: string; channel: string; recipient: string; subject: string | null; text: string; html: string | null }

/**
 * The job that lets one message out. The row is locked while it goes, so two workers never send it at once.
 * In evaluation it only becomes visible in the outbox, in the same transaction. Over SMTP a crash between the server's
 * "taken" and our commit can repeat it; its Message-ID is the same then, by which mail systems drop the second.
 */
export function deliverMessage(options: { config: Config; database: Database }): Task {
  const { config, database } = options
  const transport = config.smtpUrl && !config.evaluation ? createTransport(config.smtpUrl) : null
  const host = new URL(config.publicUrl).hostname

  const letOut = async (m: Row) => {
    if (m.channel === 'email' && transport)
      await transport.sendMail({
        from: config.mailFrom,
        to: m.recipient,
        subject: m.subject ?? '',
        text: m.text,
        html: m.html ?? undefined,
        messageId: `<${m.id}@${host}>`,
      })
    else if (!config.evaluation) throw new Error(`No transport is configured for ${m.channel} messages`)
  }
  return async (payload) => {
    const { messageId } = payload as { messageId: string }
    await database.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('message')
        .select(['id', 'channel', 'recipient', 'subject', 'text', 'html'])
        .where('id', '=', messageId)
        .where('deliveredOn', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!row) return
      await letOut(row)
      await transaction
        .updateTable('message')
        .set({ deliveredOn: new Date().toISOString() })
        .where('id', '=', row.id)
        .execute()
    })
  }
}
