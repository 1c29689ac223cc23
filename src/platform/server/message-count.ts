import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, prepared } from './database.ts'
import type { BoundScope, MessageCause, MessageKind } from './message-kind.ts'

/** One counter of a message, identified by a hash so that it stores no address. */
export interface Counter {
  scope: BoundScope
  /** hexadecimal */
  key: string
  most: number
  seconds: number
}

/** The counters that a message increments, in the order in which they must be locked. */
export function countersOf(kind: MessageKind, to: string, about: MessageCause): Counter[] {
  const values = { organization: about.organizationId, recipient: to.trim().toLowerCase(), sender: about.accountId }
  return Object.entries(kind.bounds)
    .flatMap(([name, bound]) => {
      const scope = name as BoundScope
      const value = values[scope]
      if (!value) return []
      const key = createHash('sha256').update(`${kind.name}\n${scope}\n${value}`).digest('hex')
      return [{ scope, key, ...bound }]
    })
    .sort((one, other) => (one.key < other.key ? -1 : 1))
}

export interface Over {
  /** seconds until the counter resets */
  retryAfter: number
  /** whether this is the first message over the recipient's limit since the reset */
  isFirst: boolean
}

/**
 * Counts one message, in the caller's transaction. Among concurrent messages, exactly as many pass as the limit allows.
 * The counters stay locked until the transaction ends, so a transaction should count at most one message.
 * @returns null if no limit is exceeded
 */
export async function countMessage(database: Database, counters: Counter[]): Promise<Over | null> {
  if (counters.length === 0) return null
  const { rows } = await sql<{ key: string; sent: number; wait: number }>`
    insert into message_count as c (key, sent, ends_on)
    select decode(given.key, 'hex'), 1, clock_timestamp() + make_interval(secs => given.seconds)
    from unnest(${counters.map(({ key }) => key)}::text[], ${counters.map(({ seconds }) => seconds)}::float[]) as given (key, seconds)
    order by given.key
    on conflict (key) do update set
      sent = case when c.ends_on <= clock_timestamp() then 1 else c.sent + 1 end,
      ends_on = case when c.ends_on <= clock_timestamp() then excluded.ends_on else c.ends_on end
    returning encode(key, 'hex') as key, sent, ceil(extract(epoch from ends_on - clock_timestamp()))::int as wait
    ${prepared}`.execute(database)
  const over = counters.flatMap((counter) => {
    const row = rows.find(({ key }) => key === counter.key)
    return row && row.sent > counter.most
      ? [{ retryAfter: Math.max(1, row.wait), isFirst: counter.scope === 'recipient' && row.sent === counter.most + 1 }]
      : []
  })
  return over.length
    ? { retryAfter: Math.max(...over.map((one) => one.retryAfter)), isFirst: over.some((one) => one.isFirst) }
    : null
}
