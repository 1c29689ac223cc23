import { type ColumnType, type Generated, sql } from 'kysely'
import { type Database, prepared } from './database.ts'
import type { DeliveryFailure } from './delivery-refused.ts'
import { type Counter, countersOf, countMessage } from './message-count.ts'
import type { MessageCause, MessageKind } from './message-kind.ts'
import { problem } from './problem.ts'
import type { Language } from './texts.ts'

export type Channel = 'email' | 'sms' | 'voice'

/** Contents and recipient are null once they are blanked. */
export interface MessageTable {
  id: Generated<string>
  sequence: Generated<number>
  channel: Channel
  kind: string
  recipient: string | null
  subject: string | null
  text: string | null
  html: string | null
  messageKey: string
  createdOn: Generated<string>
  deliveredOn: Generated<string | null>
  language: Generated<Language>
  headers: ColumnType<Record<string, string>, string | undefined, string>
  /** failed permanently, and why */
  failedOn: Generated<string | null>
  failure: Generated<DeliveryFailure | null>
  /** when its links or code expire; null if it has none */
  expiresOn: Generated<string | null>
  /** sent instead if it is the first message over its limit */
  collapsed: ColumnType<Words | null, string | null, string | null>
  countedOn: Generated<string | null>
  /** not delivered, because it was over a limit */
  leftOutOn: Generated<string | null>
  blankedOn: Generated<string | null>
  /** the task that receives the message's result */
  reportTask: Generated<string | null>
  entry: ColumnType<Entry | null, string | null, null>
  /** while it waits to be joined with others: a hash of kind and recipient */
  joinKey: Generated<string | null>
  /** when it was decided that it does not wait to be joined */
  letThroughOn: Generated<string | null>
}

declare module '#platform/server/database.ts' {
  interface Tables {
    message: MessageTable
  }
}

export interface Words {
  subject?: string
  text: string
  html?: string
}

/** What a mail that joins several notices says of one of them. */
export interface Entry {
  title: string
  url: string
}

export interface NewMessage extends Words {
  channel: Channel
  to: string
  kind: MessageKind
  /** Who caused it: their messages of this kind are counted together. */
  about: MessageCause
  /** When its link or code expires: after that it is not retried. Null if it has none. */
  expiresOn: Date | null
  /** For a kind that collapses: the text of the first message over the limit. */
  collapsed?: Words
  /** The field of the caller's form that shows the error if the message is refused. */
  field?: string
  /** The language of a call, and of a mail that joins several; the default is English. */
  language?: Language
  /** Additional mail headers: what the mail belongs to, how to unsubscribe. */
  headers?: Record<string, string>
  /** For a mail that may be joined with others of its kind to the same address (join-messages.ts). */
  entry?: Entry | undefined
  /** The task that receives the message's result, as a `MessageReport`. */
  reportTo?: string
  /** Identifies the event, the recipient and the channel: a second message with the same key is not sent. */
  key: string
}

/** The payload of the job that delivers a message. */
export interface DeliveryJob {
  messageId: string
  /** counted before delivery; empty for a kind that is counted when the message is written */
  counters: Counter[]
}

interface Written {
  message: NewMessage
  /** counted before delivery; empty for a kind that is counted when the message is written */
  counters: Counter[]
}

/** The priority of a message with a code or a link: somebody waits for it, also while many notices go out. */
const BEFORE_NOTICES = -1

/** All in one statement: a large organization is notified as quickly as one person. @returns those that are new */
async function writeMessages(database: Database, messages: readonly Written[]) {
  const given = messages.map(({ message, counters }) => {
    const { channel, kind, to, subject = null, text, html = null, key, headers = {}, language = 'en' } = message
    const collapsed = (kind.overBound === 'collapse' && message.collapsed) || null
    const expiresOn = message.expiresOn?.toISOString() ?? null
    const words = { subject, text, html, headers, language, collapsed, entry: message.entry ?? null }
    return { channel, kind: kind.name, to, key, ...words, expiresOn, reportTo: message.reportTo ?? null, counters }
  })
  const { rows } = await sql<{ added: number; fresh: { id: string; key: string }[] }>`
    with given as (
      select distinct on (key) given.*, substring(sha256(convert_to(key, 'UTF8')) for 16) as key_hash
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (channel text, kind text, "to" text, subject text, text text,
        html text, key text, headers jsonb, language text, collapsed jsonb, "expiresOn" timestamptz, "reportTo" text, entry jsonb, counters json)
      order by key
    ), fresh as (
      insert into message_key (key_hash) select key_hash from given on conflict do nothing returning key_hash
    ), written as (
      insert into message (channel, kind, recipient, subject, text, html, message_key, headers, language, expires_on, collapsed, report_task, entry)
      select channel, kind, "to", subject, text, html, key, headers, language, "expiresOn", collapsed, "reportTo", entry
      from given join fresh using (key_hash) returning id, message_key
    ), jobs as (
      select array_agg(row('deliver-message', json_build_object('messageId', written.id, 'counters', given.counters),
        null, null, null, 'message:' || written.id, case when given."expiresOn" is not null then ${BEFORE_NOTICES}::int end,
        null)::graphile_worker.job_spec) as specs
      from written join given on given.key = written.message_key
    )
    select (select count(*)::int from graphile_worker.add_jobs(coalesce(specs, '{}'))) as added,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'key', message_key)), '[]') from written) as fresh
    from jobs ${prepared}`.execute(database)
  return rows[0]?.fresh ?? []
}

/**
 * Writes a message and the job that delivers it, in the caller's transaction. Safe to call twice with one key. If a
 * person waits for the act (a kind that refuses), the message is counted here. All others are counted by the job, so
 * that no act waits for another one's counters: see docs/decisions/0145-bounds-of-messages.md.
 * @returns the message's ID; null if its key was used before
 * @throws problem too-many-messages with `retryAfter` seconds
 */
export async function sendMessage(database: Database, message: NewMessage) {
  const counters = countersOf(message.kind, message.to, message.about)
  const isRefused = message.kind.overBound === 'refuse'
  const [fresh] = await writeMessages(database, [{ message, counters: isRefused ? [] : counters }])
  if (!fresh || !isRefused) return fresh?.id ?? null
  const over = await countMessage(database, counters)
  if (!over) return fresh.id
  const errors = message.field ? [{ path: message.field, message: 'too-many-messages' }] : []
  throw problem('too-many-messages', { errors, extra: { retryAfter: over.retryAfter } })
}

/** Writes messages of kinds that are never refused, like {@link sendMessage}. @returns the IDs of the new ones by key */
export async function sendMessages(database: Database, messages: readonly NewMessage[]) {
  if (messages.length === 0) return new Map<string, string>()
  const fresh = await writeMessages(
    database,
    messages.map((message) => ({ message, counters: countersOf(message.kind, message.to, message.about) })),
  )
  return new Map(fresh.map(({ id, key }) => [key, id]))
}
