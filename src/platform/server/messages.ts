import { type ColumnType, type Generated, sql } from 'kysely'
import type { Database } from './database.ts'
import type { DeliveryFailure } from './delivery-refused.ts'
import { keptPlan } from './kept-plan.ts'
import type { Language } from './texts.ts'

export type Channel = 'email' | 'sms' | 'voice'

export interface MessageTable {
  id: Generated<string>
  sequence: Generated<number>
  channel: Channel
  recipient: string
  subject: string | null
  text: string
  html: string | null
  messageKey: string
  createdOn: Generated<string>
  deliveredOn: Generated<string | null>
  language: Generated<Language>
  headers: ColumnType<Record<string, string>, string | undefined, never>
  /** given up for good, and why */
  failedOn: Generated<string | null>
  failure: Generated<DeliveryFailure | null>
}

declare module '#platform/server/database.ts' {
  interface Tables {
    message: MessageTable
  }
}

export interface NewMessage {
  channel: Channel
  to: string
  subject?: string
  text: string
  html?: string
  /** What a call's text is spoken in; English when not given. */
  language?: Language
  /** A mail's headers beyond those that every mail has: what it belongs to, how to be spared more of it. */
  headers?: Record<string, string>
  /** Says which event this message is about, to whom and how: a second message with the same key is not sent. */
  key: string
}

/** Writes a message and the job that delivers it, in the caller's transaction. Safe to call twice with one key. */
export async function sendMessage(database: Database, message: NewMessage) {
  const { channel, to, subject = null, text, html = null, key, headers = {}, language = 'en' } = message
  await sql`
    with written as (
      insert into message (channel, recipient, subject, text, html, message_key, headers, language)
      values (${channel}, ${to}, ${subject}, ${text}, ${html}, ${key}, ${JSON.stringify(headers)}, ${language})
      on conflict (message_key) do nothing returning id
    )
    select graphile_worker.add_job('deliver-message', payload := json_build_object('messageId', id), job_key := 'message:' || id)
    from written ${keptPlan}`.execute(database)
}
