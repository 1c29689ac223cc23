import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { z } from 'zod'
import {
  columnsOf,
  type ImportRemarkOfEngine,
  reportLine,
  type TouchedListing,
} from '#directory/services/server/directory-public.ts'
import { BYTE_ORDER_MARK } from '#platform/server/csv.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import {
  type ListingAct,
  type ListingPage,
  type ListingQuery,
  listingActs,
  NIGHTLY_DETAIL_DAYS,
  type RemarkPage,
} from '../import-run.ts'

const BATCH = 1000

/** Stores rows in batches, one after the other, while an import runs. */
function storeInBatches<Row>(insert: (rows: string) => Promise<unknown>) {
  let waiting: Row[] = []
  let stored: Promise<unknown> = Promise.resolve()
  const store = () => {
    const rows = JSON.stringify(waiting)
    waiting = []
    stored = stored.then(() => insert(rows))
    // The failure is thrown by `done`.
    stored.catch(() => undefined)
  }
  return {
    add: (row: Row) => {
      waiting.push(row)
      if (waiting.length >= BATCH) store()
    },
    done: async () => {
      if (waiting.length) store()
      await stored
    },
  }
}

/**
 * Stores what an import says about its rows while it runs; a step that begins again begins with none.
 * @returns how to add a remark, and how to wait until all are stored
 */
export async function openRemarks(database: Database, runId: string) {
  await database.deleteFrom('importRemark').where('runId', '=', runId).execute()
  let count = 0
  const { add, done } = storeInBatches<ImportRemarkOfEngine & { number: number; columns: string }>((rows) =>
    sql`insert into import_remark (run_id, number, level, file, line, columns, reason)
      select ${runId}, r.number, r.level, r.file, r.line, r.columns, r.reason
      from jsonb_to_recordset(${rows}::jsonb) as r(number integer, level text, file text, line integer, columns text, reason text)`.execute(
      database,
    ),
  )
  return {
    add: (remark: ImportRemarkOfEngine) => {
      count += 1
      add({ ...remark, number: count, columns: columnsOf(remark.reason) })
    },
    done,
  }
}

/** Stores the listings that an import touches, as it does its remarks. */
export async function openListings(database: Database, runId: string) {
  await database.deleteFrom('importListing').where('runId', '=', runId).execute()
  const counts = { added: 0, changed: 0, missing: 0 }
  const { add, done } = storeInBatches<TouchedListing & { number: number }>((rows) =>
    sql`insert into import_listing (run_id, act, number, kind, listing_id, key, name, fields)
      select ${runId}, r.act, r.number, r.kind, r.id, r.key, r.name, r.fields
      from jsonb_to_recordset(${rows}::jsonb) as r(act text, number integer, kind text, id uuid, key text, name text, fields text[])`.execute(
      database,
    ),
  )
  return {
    add: (listing: TouchedListing) => {
      counts[listing.act] += 1
      add({ ...listing, number: counts[listing.act] })
    },
    /** @returns how many there are */
    done: async () => {
      await done()
      return counts
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

const listings = (database: Database, runId: string, act: ListingAct, after: number) =>
  database
    .selectFrom('importListing')
    .select(['number', 'act', 'kind', 'listingId', 'key', 'name', 'fields'])
    .where('runId', '=', runId)
    .where('act', '=', act)
    .where('number', '>', after)
    .orderBy('number')

/** The listings that an import adds or changes, or that are no longer in its source. */
export async function listListings(
  database: Database,
  runId: string,
  { act, limit, cursor }: z.output<typeof ListingQuery>,
): Promise<ListingPage> {
  const [after = 0] = readCursor(cursor, [z.number().int()]) ?? []
  const rows = await listings(database, runId, act, after)
    .limit(limit + 1)
    .execute()
  return pageFrom(rows, limit, ({ number }) => [number])
}

/** The whole report as a CSV file, read in batches: first what was skipped or left out, then the listings. */
export function streamReport(database: Database, runId: string) {
  async function* batches<Row extends { number: number }>(read: (after: number) => Promise<Row[]>) {
    for (let after = 0; ; ) {
      const rows = await read(after)
      yield rows
      const last = rows.at(-1)
      if (!last || rows.length < BATCH) return
      after = last.number
    }
  }
  async function* lines() {
    yield BYTE_ORDER_MARK + reportLine(null)
    for await (const rows of batches((after) => selected(database, runId, after).limit(BATCH).execute()))
      yield rows.map(reportLine).join('')
    for (const act of listingActs)
      for await (const rows of batches((after) => listings(database, runId, act, after).limit(BATCH).execute()))
        yield rows.map(reportLine).join('')
  }
  return Readable.from(lines())
}

/** Deletes what nightly imports of long ago said of single rows and listings: they add up, and nobody asks any more. */
export async function forgetNightlyDetails(database: Database) {
  const old = database
    .selectFrom('importRun')
    .select('id')
    .where('startedBy', 'is', null)
    .where('isFromCommand', '=', false)
    .where('address', 'is not', null)
    .where('startedOn', '<', sql<string>`now() - make_interval(days => ${NIGHTLY_DETAIL_DAYS})`)
  await database.deleteFrom('importRemark').where('runId', 'in', old).execute()
  await database.deleteFrom('importListing').where('runId', 'in', old).execute()
}
