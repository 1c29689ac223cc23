import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { z } from 'zod'
import { columnsOf, type ImportRemarkOfEngine, reportLine } from '#directory/services/server/directory-public.ts'
import { BYTE_ORDER_MARK } from '#platform/server/csv.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { RemarkPage } from '../import-run.ts'

const BATCH = 1000

/**
 * Stores what an import says about its rows while it runs; a step that begins again begins with none.
 * @returns how to add a remark, and how to wait until all are stored
 */
export async function openRemarks(database: Database, runId: string) {
  await database.deleteFrom('importRemark').where('runId', '=', runId).execute()
  let waiting: (ImportRemarkOfEngine & { number: number; columns: string })[] = []
  let count = 0
  let stored: Promise<unknown> = Promise.resolve()
  const store = () => {
    const rows = JSON.stringify(waiting)
    waiting = []
    stored = stored.then(() =>
      sql`insert into import_remark (run_id, number, level, file, line, columns, reason)
        select ${runId}, r.number, r.level, r.file, r.line, r.columns, r.reason
        from jsonb_to_recordset(${rows}::jsonb) as r(number integer, level text, file text, line integer, columns text, reason text)`.execute(
        database,
      ),
    )
    // The failure is thrown by `done`.
    stored.catch(() => undefined)
  }
  return {
    add: (remark: ImportRemarkOfEngine) => {
      count += 1
      waiting.push({ ...remark, number: count, columns: columnsOf(remark.reason) })
      if (waiting.length >= BATCH) store()
    },
    done: async () => {
      if (waiting.length) store()
      await stored
    },
  }
}

const selected = (database: Database, runId: string, after: number) =>
  database
    .selectFrom('importRemark')
    .select(['number', 'level', 'file', 'line', 'columns', 'reason'])
    .where('runId', '=', runId)
    .where('number', '>', after)
    .orderBy('number')

/** What was skipped or left out, in the order in which it was found. */
export async function listRemarks(
  database: Database,
  runId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<RemarkPage> {
  const [after = 0] = readCursor(cursor, [z.number().int()]) ?? []
  const rows = await selected(database, runId, after)
    .limit(limit + 1)
    .execute()
  return pageFrom(rows, limit, ({ number }) => [number])
}

/** The whole report as a CSV file, read in batches. */
export function streamReport(database: Database, runId: string) {
  async function* lines() {
    yield BYTE_ORDER_MARK + reportLine(null)
    for (let after = 0; ; ) {
      const rows = await selected(database, runId, after).limit(BATCH).execute()
      if (rows.length) yield rows.map(reportLine).join('')
      const last = rows.at(-1)
      if (!last || rows.length < BATCH) return
      after = last.number
    }
  }
  return Readable.from(lines())
}
