import { type Selectable, sql } from 'kysely'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { addJob } from './jobs.ts'
import { renderMail } from './mail-layout.ts'
import { countersOf, countMessage } from './message-count.ts'
import { type MessageKind, nobody } from './message-kind.ts'
import type { MessageTable } from './messages.ts'
import en from './texts/mail.en.json' with { type: 'json' }
import es from './texts/mail.es.json' with { type: 'json' }
import { createTexts } from './texts.ts'

/** A message waiting for delivery: none of it has been blanked. */
export type Waiting = Selectable<MessageTable> & { recipient: string; text: string }

export const joinMessagesTask = 'join-messages'
const texts = createTexts({ en, es })

type Settings = Pick<Config, 'joinSeconds'>

const joinKeyOf = ({ kind, recipient }: Waiting) => {
  const kindOfWait: MessageKind = {
    name: `join:${kind}`,
    overBound: 'leave-out',
    bounds: { recipient: { most: 1, seconds: 0 } },
  }
  return countersOf(kindOfWait, recipient, nobody)[0]?.key ?? ''
}

/** Starts the time in which further notices to this address wait. @returns null if none has begun already */
const beginWait = (database: Database, joinKey: string, { joinSeconds: seconds }: Settings) =>
  countMessage(database, [{ scope: 'recipient', key: joinKey, most: 1, seconds }])

/** Whether it is still to be decided if this message waits to be joined. */
export const isUndecided = (message: Waiting, { joinSeconds }: Settings) =>
  joinSeconds > 0 &&
  message.entry !== null &&
  message.channel === 'email' &&
  message.joinKey === null &&
  message.letThroughOn === null

/**
 * Holds a notice back if its reader was sent another one a few minutes ago: it goes out with those that follow. The
 * first notice is never held back. The counter stays locked until the transaction ends, so it must be a short one.
 */
export async function holdOrLetThrough(transaction: Database, message: Waiting, settings: Settings) {
  const joinKey = joinKeyOf(message)
  const over = await beginWait(transaction, joinKey, settings)
  const decision = over ? { joinKey } : { letThroughOn: sql<string>`now()` }
  await transaction.updateTable('message').set(decision).where('id', '=', message.id).execute()
  if (!over) return
  const runAt = new Date(Date.now() + over.retryAfter * 1000)
  await addJob(transaction, joinMessagesTask, { joinKey }, { key: `join:${joinKey}`, runAt, keepsTime: true })
}

/** What waits to be joined, oldest first. */
const listJoined = (database: Database, joinKey: string) =>
  database
    .selectFrom('message')
    .selectAll()
    .where('joinKey', '=', joinKey)
    .where('deliveredOn', 'is', null)
    .where('failedOn', 'is', null)
    .where('recipient', 'is not', null)
    .orderBy('sequence')

/** Begins the wait after a joined mail, before it is sent: what comes while the mail server is slow waits for the next one. */
export async function beginNextWait(database: Database, joinKey: string, settings: Settings) {
  if (settings.joinSeconds === 0) return
  if (await listJoined(database, joinKey).limit(1).executeTakeFirst()) await beginWait(database, joinKey, settings)
}

/** Locks what waits to be joined. */
export const lockJoined = (transaction: Database, joinKey: string) =>
  listJoined(transaction, joinKey).forUpdate().execute() as Promise<Waiting[]>

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
