import { z } from 'zod'
import { listAccountEvents } from '#identity/accounts/server/accounts-public.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { Activity } from '../my-activity.ts'
import { whereaboutsOf } from './my-sessions.ts'

async function listRows(database: Database, accountId: string, before: number | null, limit: number) {
  const rows = await listAccountEvents(database, accountId, { before, limit })
  return rows.map(({ userAgent, ip, ...row }): Activity => ({ ...row, ...whereaboutsOf(ip, userAgent) }))
}

/** The events of an account, newest first. */
export async function listActivity(
  database: Database,
  accountId: string,
  page: { limit: number; cursor?: string | undefined },
) {
  const [before] = readCursor(page.cursor, [z.number().int()]) ?? [null]
  return pageFrom(await listRows(database, accountId, before, page.limit + 1), page.limit, (row) => [row.id])
}

const MOST_EXPORTED = 20_000
export const listAllActivity = (database: Database, accountId: string) =>
  listRows(database, accountId, null, MOST_EXPORTED)
