import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  type ImportRemarkOfEngine,
  type ImportReport,
  importDirectory,
  type TouchedListing,
  undoImport,
} from '#directory/services/server/directory-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import type { Services } from '#platform/server/feature.ts'
import type { Task } from '#platform/server/jobs.ts'
import { busyStates, type ImportRun, type ImportSummary, type RunState } from '../import-run.ts'
import { COMMAND_STOPPED, endStoppedCommands, lockOfRun, requireIdleSource } from './act-on-run.ts'
import { changedSince, keepSchedule } from './address-imports.ts'
import { fetchHsds } from './fetch-hsds.ts'
import { importProblem } from './import-problem.ts'
import { openListings, openRemarks } from './import-remarks.ts'
import { hasFiles, storeFiles } from './receive-files.ts'
import { lockRun, saveProgress, setState } from './run-queries.ts'
import { summarize } from './summarize.ts'
import { ImportFailure, writeFiles } from './unpack-files.ts'

/** An archive may be so much larger inside. */
const UNPACKED = 20
/** A step that breaks off so often is given up. */
const MOST_TRIES = 5
const PROGRESS_MS = 1000

interface Run {
  id: string
  sourceName: string
  state: 'checking' | 'applying' | 'undoing'
  removesMuch: boolean
  startedBy: string | null
  address: string | null
  isPartial: boolean
  nightlyAfter: boolean | null
  report: ImportSummary | null
}
type Product = { database: Database; config: Pick<Config, 'imports'>; signal?: AbortSignal }

/** Only one process works on a run: a job of a killed one, or one that took long, may be started twice. */
const whileAlone = <Result>(database: Database, id: string, work: () => Promise<Result>) =>
  database.connection().execute(async (connection): Promise<Result | null> => {
    const key = lockOfRun(id)
    const { rows } = await sql<{
      isMine: boolean
    }>`select pg_try_advisory_lock(hashtextextended(${key}, 0)) as is_mine`.execute(connection)
    if (!rows[0]?.isMine) return null
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${key}, 0))`.execute(connection).catch(() => undefined)
    }
  })

/** The run that waits for this job; null if there is nothing to do any more. Counts the tries. */
const beginStep = (database: Database, id: string) =>
  database.transaction().execute(async (transaction): Promise<Run | null> => {
    const run = await lockRun(transaction, id).catch(() => null)
    if (!run || !busyStates.includes(run.state)) return null
    if (run.tries >= MOST_TRIES) {
      await setState(transaction, id, 'failed', { failure: 'broken-off' })
      return null
    }
    await transaction
      .updateTable('importRun')
      .set({ tries: run.tries + 1, touchedOn: sql`now()` })
      .where('id', '=', id)
      .execute()
    return run as Run
  })

/** Saves at most one progress in a second, and never two at once. */
function progressOf(database: Database, id: string) {
  let last = 0
  let saving: Promise<unknown> = Promise.resolve()
  return {
    note: (progress: NonNullable<ImportRun['progress']>) => {
      if (Date.now() - last < PROGRESS_MS) return
      last = Date.now()
      saving = saving.then(() => saveProgress(database, id, progress)).catch(() => undefined)
    },
    done: () => saving,
  }
}

async function importFiles({ database, config, signal }: Product, run: Run, folder: string) {
  const progress = progressOf(database, run.id)
  let { isPartial } = run
  if (!(await hasFiles(database, run.id)) && run.address) {
    const onProgress = ({ file, read }: { file: string; read: number }) => progress.note({ file, read, of: null })
    const isNightly = run.state === 'applying' && run.startedBy === null
    const since = isNightly ? await changedSince(database, run) : null
    isPartial = await fetchHsds({ address: run.address, config, onProgress, signal }, folder, since)
    await database.updateTable('importRun').set({ isPartial }).where('id', '=', run.id).execute()
    await storeFiles(database, run.id, folder)
  } else await writeFiles(database, run.id, folder, config.imports.maxBytes * UNPACKED)
  const remarks = await openRemarks(database, run.id)
  const listings = await openListings(database, run.id)
  const report = await importDirectory(database, {
    folder,
    sourceName: run.sourceName,
    dryRun: run.state === 'checking',
    removesMuch: run.removesMuch,
    isPartial,
    onRemark: remarks.add,
    onListing: listings.add,
    ...(run.state === 'applying' ? { runId: run.id } : {}),
    onProgress: ({ file, total }) => progress.note({ file, read: total, of: run.report?.read ?? null }),
    ...(signal ? { signal } : {}),
  })
  await remarks.done()
  await progress.done()
  return { ...summarize(report), listings: await listings.done() }
}

async function undo({ database, signal }: Product, { id, sourceName }: Run) {
  const progress = progressOf(database, id)
  const undoReport = await undoImport(database, {
    ...{ runId: id, sourceName },
    onProgress: ({ done, of }) => progress.note({ file: null, read: done, of }),
    ...(signal ? { signal } : {}),
  })
  await progress.done()
  return undoReport
}

async function importInFolder(product: Product, run: Run) {
  const folder = join(tmpdir(), `hearthline-import-${run.id}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  try {
    return await importFiles(product, run, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the present step of an import: its dry run, the import itself, or its undoing. */
async function runStep(product: Product, id: string) {
  const { database, signal } = product
  const run = await beginStep(database, id)
  if (!run) return
  const end = (state: RunState, more: Parameters<typeof setState>[3]) =>
    database.transaction().execute((transaction) => setState(transaction, id, state, more))
  try {
    if (run.state === 'undoing') await end('undone', { undoReport: await undo(product, run) })
    else {
      const report = await importInFolder(product, run)
      await database.transaction().execute(async (transaction) => {
        if (run.state === 'applying') await keepSchedule(transaction, run)
        await setState(transaction, id, run.state === 'checking' ? 'checked' : 'applied', { report, failure: null })
      })
    }
  } catch (error) {
    // The portal stops; that is no fault of the import.
    if (signal?.aborted) await database.updateTable('importRun').set({ tries: 0 }).where('id', '=', id).execute()
    if (!(error instanceof ImportFailure)) throw error
    await end('failed', { failure: error.code })
  }
}

/** Any other error breaks the step off; the queue begins it again, and the engine continues where it was. */
export const runImport =
  ({ database, config }: Services): Task =>
  async (payload, helpers) => {
    const { id } = payload as { id: string }
    await whileAlone(database, id, () => runStep({ database, config, signal: helpers.abortSignal }, id))
  }

interface CommandImport {
  folder: string
  sourceName: string
  removesMuch: boolean
  onRemark: (remark: ImportRemarkOfEngine) => void
  onListing: (listing: TouchedListing) => void
  onProgress: (progress: { file: string; read: number; total: number }) => void
}

/**
 * Imports a folder from the command line, in the history of the screen. One that was killed is continued.
 * @throws problem import-running if another import of this source runs
 */
export async function importFromCommand(database: Database, request: CommandImport): Promise<ImportReport> {
  const id = await beginCommandRun(database, request)
  const report = await whileAlone(database, id, () => runCommand(database, id, request))
  if (!report) throw importProblem('import-running')
  return report
}

async function runCommand(database: Database, id: string, request: CommandImport) {
  const { onRemark, onListing, onProgress, ...given } = request
  const end = (state: RunState, more: Parameters<typeof setState>[3]) =>
    database.transaction().execute((transaction) => setState(transaction, id, state, more))
  try {
    const progress = progressOf(database, id)
    const remarks = await openRemarks(database, id)
    const listings = await openListings(database, id)
    const report = await importDirectory(database, {
      ...given,
      runId: id,
      onRemark: (remark) => {
        remarks.add(remark)
        onRemark(remark)
      },
      onListing: (listing) => {
        listings.add(listing)
        onListing(listing)
      },
      onProgress: (now) => {
        progress.note({ file: now.file, read: now.total, of: null })
        onProgress(now)
      },
    })
    await remarks.done()
    await progress.done()
    await end('applied', { report: { ...summarize(report), listings: await listings.done() }, failure: null })
    return report
  } catch (error) {
    await end('failed', { failure: COMMAND_STOPPED }).catch(() => undefined)
    throw error
  }
}

/** The run of this import: that of a former one that was stopped in between, if it was the last of its source. */
const beginCommandRun = (database: Database, { sourceName, removesMuch }: CommandImport) =>
  database.transaction().execute(async (transaction) => {
    await endStoppedCommands(transaction)
    await requireIdleSource(transaction, sourceName)
    const last = await transaction
      .selectFrom('importRun')
      .select(['id', 'state', 'failure'])
      .where('sourceName', '=', sourceName)
      .where('state', 'in', ['applied', 'failed', 'undone'])
      .orderBy('endedOn', 'desc')
      .limit(1)
      .executeTakeFirst()
    const { id } =
      last?.failure === COMMAND_STOPPED
        ? last
        : await transaction
            .insertInto('importRun')
            .values({ sourceName, isFromCommand: true })
            .returning('id')
            .executeTakeFirstOrThrow()
    await setState(transaction, id, 'applying', { removesMuch, failure: null })
    return id
  })
