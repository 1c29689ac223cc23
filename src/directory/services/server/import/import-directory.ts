import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { loadPlaces } from '#directory/places/server/places-public.ts'
import { type Database, inTransaction } from '#platform/server/database.ts'
import { keepCategories } from '../write-category.ts'
import { doubtFarPoints, leaveOutDoubted } from './doubted-points.ts'
import type { Counts, Draft, Remark } from './draft.ts'
import { type EntityName, entities, entityNames } from './entities.ts'
import { type FileKind, fileKinds, findFileKind, readHeader } from './file-kinds.ts'
import { finishImport } from './finish-import.ts'
import { addJournal, readJournal, startNoting, stopNoting } from './import-journal.ts'
import type { InBatch, ReadRow } from './import-row.ts'
import { importTerms } from './import-terms.ts'
import { type CsvRow, readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { findMissing, findSuspicious, type Missing, type Removal } from './removals.ts'
import { rowDrafts } from './row-drafts.ts'
import { RowSpool } from './row-spool.ts'
import { loadOpenEligibility, TermIndex } from './terms.ts'
import { encodingDoubts, findEncoding, type TextEncoding } from './text-encoding.ts'
import { type TouchedListing, tellTouched } from './touched-listings.ts'
import { type WriteContext, writeDrafts } from './write-drafts.ts'
import { placeByZip } from './zip-points.ts'

export interface ImportRequest {
  /** A folder of CSV or JSON files. */
  folder: string
  /** Identifies the source of the data: an import with the same name updates the previous one. */
  sourceName: string
  /** The run of the screen; what it changes is noted, so that it can be undone, and counted if it was broken off. */
  runId?: string
  /** Runs the whole import and rolls it back. */
  dryRun?: boolean
  /** Removes parts of records also if they are more than a tenth of the source's. */
  removesMuch?: boolean
  /** The files contain only what changed: nothing else is missing, and only parts of what they contain can be gone. */
  isPartial?: boolean
  /** Receives every remark, also those beyond the ones that the report lists. */
  onRemark?: (remark: Remark & { level: 'refused' | 'left out' }) => void
  /** Receives every listing that is added, changed or missing, at the end. A run that applies needs its `runId` for it. */
  onListing?: (listing: TouchedListing) => void
  /** Rows read of the file at hand, and of all files. */
  onProgress?: (progress: { file: string; read: number; total: number }) => void
  /** Stops between two batches; the next import of the source continues. */
  signal?: AbortSignal
}

export interface ImportReport {
  /** Rows of the files. */
  read: number
  /** Records; one row can contain several. */
  inserted: number
  updated: number
  unchanged: number
  /** Parts of records (phones, hours, …) that the source no longer contains. */
  removed: number
  /** Services with a category that was guessed from their words. */
  guessed: number
  records: Record<EntityName, Counts>
  /** Skipped rows; at most the first 10,000 are listed. */
  bad: Remark[]
  badCount: number
  /** Cells that were left out of imported rows. */
  warnings: Remark[]
  warningCount: number
  /** Files and columns that the import does not read; without columns, the whole file. */
  ignored: { file: string; columns: string[] }[]
  /** Removals of more than a tenth: they are done only if `removesMuch` says so. */
  stopped: Removal[]
  /** Organizations, locations and services that the source no longer contains; they stay. */
  missing: Missing[]
}

const BATCH_ROWS = 1000
const REMARKS_TOLD = 10_000

/** Thrown to roll back a dry run. */
class TakenBack extends Error {}

export const emptyCounts = () =>
  Object.fromEntries(entityNames.map((e) => [e, { inserted: 0, updated: 0, unchanged: 0, removed: 0 }])) as Record<
    EntityName,
    Counts
  >

/**
 * Imports a directory from HSDS tabular CSV (3.x and 1.1), from files with similar column names, or from HSDS 3 JSON.
 * Each batch is a transaction, in an order in which references always exist: after a crash the next run continues,
 * because a record's identifier is derived from its source and key. Only one import per source runs at a time.
 */
export async function importDirectory(database: Database, request: ImportRequest): Promise<ImportReport> {
  const report: ImportReport = {
    read: 0,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    removed: 0,
    guessed: 0,
    records: emptyCounts(),
    bad: [],
    badCount: 0,
    warnings: [],
    warningCount: 0,
    ignored: [],
    stopped: [],
    missing: [],
  }
  if (database.isTransaction) await importOn(database, request, report)
  else
    await database.connection().execute(async (connection) => {
      if (!request.dryRun) return importOn(connection, request, report)
      await connection
        .transaction()
        .execute(async (transaction) => {
          await importOn(transaction, request, report)
          throw new TakenBack()
        })
        .catch((error: unknown) => {
          if (!(error instanceof TakenBack)) throw error
        })
    })
  for (const counts of Object.values(report.records))
    for (const what of ['inserted', 'updated', 'unchanged', 'removed'] as const) report[what] += counts[what]
  const inOrder = (a: Remark, b: Remark) => a.file.localeCompare(b.file) || a.line - b.line
  report.bad.sort(inOrder)
  report.warnings.sort(inOrder)
  return report
}

async function importOn(connection: Database, request: ImportRequest, report: ImportReport) {
  const inBatch: InBatch = (work) =>
    inTransaction(connection, async (batch) => {
      await keepCategories(batch)
      return work(batch)
    })
  const lock = `import ${request.sourceName}`
  await sql`select pg_advisory_lock(hashtextextended(${lock}, 0))`.execute(connection)
  try {
    await sql`create temporary table if not exists import_seen (
      id uuid primary key, file text, line integer, is_new boolean not null default false)`.execute(connection)
    await sql`truncate import_seen`.execute(connection)
    await sql`select set_config('hearthline.search_later', 'on', false)`.execute(connection)
    await loadOpenEligibility(connection)
    await loadPlaces(connection)
    const before = await readJournal(connection, request.runId)
    // What a dry run notes is rolled back with it.
    const noted = request.dryRun && request.onListing ? randomUUID() : request.runId
    if (noted || !request.dryRun) await startNoting(connection, { sourceName: request.sourceName, runId: noted })
    const covered = await importFiles(connection, inBatch, request, report)
    const isPartial = request.isPartial ?? false
    if (!isPartial) report.missing = await findMissing(connection, request.sourceName, covered)
    const parts = [...covered].filter((entity) => entities[entity].isPart)
    const suspicious = await findSuspicious(connection, request.sourceName, parts, isPartial)
    if (!request.removesMuch) report.stopped = suspicious
    for (const { entity } of report.stopped) covered.delete(entity)
    report.guessed = await finishImport(connection, inBatch, {
      sourceName: request.sourceName,
      covered,
      isPartial,
      counts: report.records,
      isDryRun: request.dryRun ?? false,
    })
    addJournal(report.records, before)
    if (noted && request.onListing)
      await tellTouched(
        connection,
        { runId: noted, sourceName: request.sourceName, covered: isPartial ? new Set() : covered },
        request.onListing,
      )
  } finally {
    // In a failed transaction these fail too, and its rollback undoes them anyway.
    await sql`select set_config('hearthline.search_later', 'off', false)`.execute(connection).catch(() => undefined)
    await stopNoting(connection).catch(() => undefined)
    await sql`select pg_advisory_unlock(hashtextextended(${lock}, 0))`.execute(connection).catch(() => undefined)
  }
}

interface SourceFile {
  name: string
  header: string[]
  kind: FileKind | null
  encoding: TextEncoding
  /** The rows of all JSON files of this kind; a CSV file is read row by row. */
  rows?: () => AsyncIterable<ReadRow>
  /** A JSON file could not be read to its end: nobody knows what it would have said. */
  isCutShort?: boolean
}

/** CSV, JSON, and JSON with one record in each line; the description of a data package is none of its data. */
const isReadable = (name: string) => /\.(csv|json|ndjson|jsonl)$/i.test(name) && name !== 'datapackage.json'

async function listFiles(
  { folder, signal, onProgress }: ImportRequest,
  spool: RowSpool,
  refuse: (remark: Remark) => void,
  ignored: ImportReport['ignored'],
): Promise<SourceFile[]> {
  const names = (await readdir(folder)).sort()
  const files: SourceFile[] = []
  for (const name of names.filter((n) => /\.csv$/i.test(n))) {
    const encoding = await findEncoding(join(folder, name), signal)
    const rows = readCsv(join(folder, name), encoding)
    const first = await rows.next()
    await rows.return(undefined)
    const header = first.value && 'cells' in first.value ? first.value.cells : []
    files.push({ name, header, kind: findFileKind(name, header), encoding })
  }
  for (const name of names) if (!isReadable(name) && !/^\./.test(name)) ignored.push({ file: name, columns: [] })
  let isCutShort = false
  for (const name of names.filter((n) => isReadable(n) && !/\.csv$/i.test(n))) {
    const { isTaken, isWhole, unread } = await readJson(join(folder, name), {
      ...{ spool, refuse, signal },
      onRead: (read) => read % BATCH_ROWS === 0 && onProgress?.({ file: name, read, total: 0 }),
    })
    if (!isWhole) isCutShort = true
    const columns = [...unread].map(([key, times]) => `${key} (${times})`)
    if (columns.length || !isTaken) ignored.push({ file: name, columns })
  }
  // Rows of one kind refer to each other, whatever their file: terms to the terms above them.
  for (const { kind, rows } of spool.files())
    files.push({ name: `${kind} in JSON`, header: [], kind, encoding: 'UTF-8', rows, isCutShort })
  const order = Object.keys(fileKinds)
  return files.sort((a, b) => order.indexOf(a.kind ?? '') - order.indexOf(b.kind ?? ''))
}

async function importFiles(connection: Database, inBatch: InBatch, request: ImportRequest, report: ImportReport) {
  const spool = new RowSpool()
  try {
    return await importInto(connection, inBatch, { request, report, spool })
  } finally {
    spool.close()
  }
}

async function importInto(
  connection: Database,
  inBatch: InBatch,
  { request, report, spool }: { request: ImportRequest; report: ImportReport; spool: RowSpool },
) {
  const covered = new Set<EntityName>()
  const cutShort = new Set<EntityName>()
  const terms = await TermIndex.load(connection, request.sourceName)
  const tell = (list: 'bad' | 'warnings', count: 'badCount' | 'warningCount') => (remark: Remark) => {
    report[count] += 1
    request.onRemark?.({ ...remark, level: list === 'bad' ? 'refused' : 'left out' })
    if (report[list].length < REMARKS_TOLD) report[list].push(remark)
  }
  const refuse = tell('bad', 'badCount')
  const warn = tell('warnings', 'warningCount')
  const leftOut = new Map<string, string | null>()
  for (const { name, header, kind, encoding, rows: inJson, isCutShort } of await listFiles(
    request,
    spool,
    refuse,
    report.ignored,
  )) {
    const columns = kind ? readHeader(kind, header) : []
    const unread = header.filter((name: string, i: number) => !columns[i] && name.trim())
    if (unread.length) report.ignored.push({ file: name, columns: unread })
    if (!kind) continue
    const doubt = encodingDoubts[encoding]
    if (doubt) warn({ file: name, line: 1, reason: doubt })
    let isWhole = !isCutShort
    const refuseRow = (line: number, reason: string) => {
      isWhole = false
      refuse({ file: name, line, reason })
    }
    const count = (read: number, file = name) => {
      report.read += 1
      if (report.read % BATCH_ROWS === 0) request.signal?.throwIfAborted()
      if (read % BATCH_ROWS === 0) request.onProgress?.({ file, read, total: report.read })
    }
    const rows = inJson
      ? counted(inJson(), count)
      : readRows(readCsv(join(request.folder, name), encoding), name, columns, refuseRow, count)
    if (kind === 'taxonomy' || kind === 'taxonomy_term')
      await importTerms(inBatch, kind, rows, { sourceName: request.sourceName, terms, refuse, warn })
    else {
      const held = await importRows(
        inBatch,
        kind,
        rows,
        { sourceName: request.sourceName, counts: report.records, refuse, warn, leftOut },
        terms,
      )
      for (const entity of held) (isWhole ? covered : cutShort).add(entity)
    }
  }
  // Whatever kinds of parts the changed records had before, they may have lost all of one.
  if (request.isPartial) for (const entity of entityNames) if (entities[entity].isPart) covered.add(entity)
  // The content of an unreadable row is unknown, so nothing of its kind is considered deleted.
  return new Set([...covered].filter((entity) => !cutShort.has(entity)))
}

async function* counted(rows: AsyncIterable<ReadRow>, count: (read: number, file: string) => void) {
  let read = 0
  for await (const row of rows) {
    read += 1
    count(read, row.file)
    yield row
  }
}

async function* readRows(
  rows: AsyncIterable<CsvRow>,
  file: string,
  columns: (string | null)[],
  refuse: (line: number, reason: string) => void,
  count: (read: number) => void,
): AsyncGenerator<ReadRow> {
  let read = -1
  for await (const row of rows) {
    read += 1
    if (read === 0 && 'cells' in row) continue
    count(read)
    if ('reason' in row) refuse(row.line, row.reason)
    else if (row.cells.length > columns.length && row.cells.slice(columns.length).some((c) => c.trim()))
      refuse(row.line, `has ${row.cells.length} cells where the header has ${columns.length}`)
    else if (row.cells.length < columns.length)
      refuse(row.line, `has ${row.cells.length} cells where the header has ${columns.length}`)
    else
      yield {
        file,
        line: row.line,
        cells: Object.fromEntries(columns.flatMap((c, i) => (c ? [[c, row.cells[i] ?? '']] : []))),
      }
  }
}

async function importRows(
  inBatch: InBatch,
  kind: Exclude<FileKind, 'taxonomy' | 'taxonomy_term'>,
  rows: AsyncIterable<ReadRow>,
  write: WriteContext,
  terms: TermIndex,
) {
  // A file of parts without rows means that all parts were deleted.
  const held = new Set<EntityName>([kind === 'holiday' ? 'schedule' : kind])
  let batch: Draft[] = []
  let size = 0
  const flush = async () => {
    const drafts = batch
    batch = []
    size = 0
    if (drafts.length)
      await inBatch(async (database) => {
        await leaveOutDoubted(database, drafts, write)
        await writeDrafts(database, drafts, write)
        await placeByZip(database, drafts, write.sourceName)
        await doubtFarPoints(database, drafts, write)
      })
  }
  for await (const { file, line, cells } of rows) {
    const said: string[] = []
    const place = { file, line }
    const drafts = rowDrafts(kind, cells, {
      place,
      warn: (reason) => said.push(reason),
      findTerm: (key) => terms.find(key),
    })
    for (const draft of drafts) held.add(draft.entity)
    if (drafts.some((d) => d.isRefused && !d.parent)) write.refuse({ ...place, reason: said.join('; ') })
    else for (const reason of said) write.warn({ ...place, reason })
    batch.push(...drafts)
    size += 1
    if (size >= BATCH_ROWS) await flush()
  }
  await flush()
  return held
}
