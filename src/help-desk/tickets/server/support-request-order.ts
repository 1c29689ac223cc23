import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { Timestamp } from '#platform/schema/fields.ts'
import { readCursor, writeCursor } from '#platform/server/cursor.ts'
import type { SortKey, SupportRequestQuery } from '../support-request-call.ts'

const text = z.string().max(300)
const rank = z.number().int()

/** The sort keys; each has an index, and the ticket number breaks ties. */
const keys: Record<SortKey, { key: RawBuilder<unknown>; cast: RawBuilder<unknown>; part: z.ZodType }> = {
  createdOn: { key: sql`t.created_on`, cast: sql`timestamptz(3)`, part: Timestamp },
  ticketNumber: { key: sql`t.number`, cast: sql`bigint`, part: rank },
  fromOrganization: { key: sql`t.organization_name`, cast: sql`text`, part: text },
  createdByPortalAccount: { key: sql`t.creator_email`, cast: sql`text`, part: text },
  supportRequestType: { key: sql`t.support_request_type`, cast: sql`text`, part: text },
  status: { key: sql`t.status_rank`, cast: sql`smallint`, part: rank.min(0).max(100) },
  priority: { key: sql`t.priority_rank`, cast: sql`smallint`, part: rank.min(0).max(100) },
  waiting: { key: sql`t.needs_answer_since`, cast: sql`timestamptz(3)`, part: Timestamp },
}
const newestFirst: readonly SortKey[] = ['createdOn', 'ticketNumber']

/** A row's place in its order. */
export interface Place {
  key: string | number
  number: number
}

/** The order of a list, the condition after a cursor, and how to write a cursor. */
export function orderOf(query: SupportRequestQuery) {
  const sort = query.sort ?? (query.ticketNumber ? 'ticketNumber' : 'createdOn')
  const direction = query.direction ?? (newestFirst.includes(sort) ? 'desc' : 'asc')
  const { key, cast, part } = keys[sort]
  const way = sql.raw(direction)
  const after = readCursor(query.cursor, [z.literal(sort), z.literal(direction), part, rank])
  return {
    sort,
    key,
    /** for a statement on the table as `t` */
    byRow: sql`${key} ${way}, t.number ${way}`,
    /** for a statement on selected rows, with `key` and `number` */
    byPlace: sql`key ${way}, number ${way}`,
    after:
      after &&
      sql`(${key}, t.number) ${sql.raw(direction === 'desc' ? '<' : '>')} (${after[2]}::${cast}, ${after[3]}::bigint)`,
    cursorAt: ({ key, number }: Place) => writeCursor([sort, direction, key, number]),
  }
}
