import type { Selectable } from 'kysely'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { addJob } from './jobs.ts'
import { renderMail } from './mail-layout.ts'
import { countersOf, countMessage } from './message-count.ts'
import { nobody } from './message-kind.ts'
import type { MessageTable } from './messages.ts'
import en from './texts/mail.en.json' with { type: 'json' }
import es from './texts/mail.es.json' with { type: 'json' }
import { createTexts } from './texts.ts'

/** A message waiting for delivery: none of it has been blanked. */
export type Waiting = Selectable<MessageTable> & { recipient: string; text: string }

export const joinMessagesTask = 'join-messages'
const texts = createTexts({ en, es })

/** Starts the time in which further notices to this address wait. @returns its key, and whether one has begun already */
async function beginWait(transaction: Database, { kind, recipient }: Waiting, seconds: number) {
  const counters = countersOf(
    { name: `join:${kind}`, overBound: 'leave-out', bounds: { recipient: { most: 1, seconds } } },
    recipient,
    nobody,
  )
  return { joinKey: counters[0]?.key ?? '', over: await countMessage(transaction, counters) }
}

/**
 * Holds a notice back if its reader was sent another one a few minutes ago: it goes out with those that follow. The
 * first notice is never held back.
 */
export async function holdForJoin(
  transaction: Database,
  message: Waiting,
  { joinSeconds }: Pick<Config, 'joinSeconds'>,
) {
  if (message.joinKey) return true
  if (!message.entry || message.channel !== 'email' || joinSeconds === 0) return false
  const { joinKey, over } = await beginWait(transaction, message, joinSeconds)
  if (!over) return false
  await transaction.updateTable('message').set({ joinKey }).where('id', '=', message.id).execute()
  const runAt = new Date(Date.now() + over.retryAfter * 1000)
  await addJob(transaction, joinMessagesTask, { joinKey }, { key: `join:${joinKey}`, runAt, keepsTime: true })
  return true
}

/** Locks what waits to be joined, oldest first, and begins the next wait. */
export async function lockJoined(transaction: Database, joinKey: string, { joinSeconds }: Pick<Config, 'joinSeconds'>) {
  const rows = (await transaction
    .selectFrom('message')
    .selectAll()
    .where('joinKey', '=', joinKey)
    .where('deliveredOn', 'is', null)
    .where('failedOn', 'is', null)
    .where('recipient', 'is not', null)
    .orderBy('sequence')
    .forUpdate()
    .execute()) as Waiting[]
  if (rows[0] && joinSeconds > 0) await beginWait(transaction, rows[0], joinSeconds)
  return rows
}

/** One mail that says what each of these says in a line, in the language of the newest. */
export function joinMails(rows: readonly Waiting[], productName: string): Waiting | null {
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last || rows.length === 1) return first ?? null
  const t = texts(last.language)
  const words = { count: rows.length, productName }
  const mail = renderMail({
    language: last.language,
    productName,
    title: t('joined.title', words),
    paragraphs: [t('joined.why')],
    links: rows.flatMap(({ entry }) => (entry ? [{ label: entry.title, url: entry.url }] : [])),
  })
  return { ...first, subject: t('joined.subject', words), ...mail }
}
