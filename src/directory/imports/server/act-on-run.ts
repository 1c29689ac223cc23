import { sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, inTransaction } from '#platform/server/database.ts'
import { addJob } from '#platform/server/jobs.ts'
import { problem } from '#platform/server/problem.ts'
import { busyStates, type ImportRun, type RunState, tookAnything } from '../import-run.ts'
import { importProblem } from './import-problem.ts'
import { forgetNightlyDetails } from './import-remarks.ts'
import { isComplete } from './receive-files.ts'
import { getRun, isLastChange, lockRun, setState } from './run-queries.ts'

export const runImportTask = 'run-import'

export const startJob = (database: Database, id: string) =>
  addJob(database, runImportTask, { id }, { key: `import ${id}` })

/** @throws problem import-running if a job works on the same source */
export async function requireIdleSource(database: Database, sourceName: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports of ${sourceName}`}, 0))`.execute(database)
  const other = await database
    .selectFrom('importRun')
    .select('id')
    .where('sourceName', '=', sourceName)
    .where('state', 'in', busyStates)
    .executeTakeFirst()
  if (other) throw importProblem('import-running')
}

const audit = (database: Database, actor: Actor, action: string, id: string) =>
  recordAudit(database, { actorId: actor.accountId, action, subjectType: 'import', subjectId: id })

/** Begins the dry run of an import whose files are there. */
export const startCheck = (database: Database, actor: Actor, id: string): Promise<ImportRun> =>
  database.transaction().execute(async (transaction) => {
    const run = await lockRun(transaction, id)
    if (run.startedBy !== actor.accountId) throw problem('illegal-transition')
    if (run.state === 'checking') return getRun(transaction, id)
    if (run.state !== 'receiving') throw problem('illegal-transition')
    if (!(await isComplete(transaction, id))) throw importProblem('import-incomplete')
    await requireIdleSource(transaction, run.sourceName)
    await setState(transaction, id, 'checking')
    await startJob(transaction, id)
    return getRun(transaction, id)
  })

/** Applies an import whose dry run somebody has read. */
export const startApplying = (
  database: Database,
  actor: Actor,
  id: string,
  { removesMuch }: { removesMuch: boolean },
): Promise<ImportRun> =>
  database.transaction().execute(async (transaction) => {
    const run = await lockRun(transaction, id)
    if (run.state === 'applying') return getRun(transaction, id)
    if (run.state !== 'checked' || !run.report || !tookAnything(run.report)) throw problem('illegal-transition')
    await requireIdleSource(transaction, run.sourceName)
    await setState(transaction, id, 'applying', { removesMuch })
    await startJob(transaction, id)
    await audit(transaction, actor, 'import.apply', id)
    return getRun(transaction, id)
  })

const discardable: readonly RunState[] = ['receiving', 'checked']

/** Gives an import up before it was applied. */
export const discardRun = (database: Database, actor: Actor, id: string): Promise<ImportRun> =>
  database.transaction().execute(async (transaction) => {
    const run = await lockRun(transaction, id)
    if (run.state !== 'discarded') {
      if (!discardable.includes(run.state)) throw problem('illegal-transition')
      await setState(transaction, id, 'discarded')
      await audit(transaction, actor, 'import.discard', id)
    }
    return getRun(transaction, id)
  })

/**
 * Imports a source every night no more.
 * @param address only if it is imported from there
 * @returns whether there was a schedule
 */
export async function endSchedule(database: Database, actor: Actor, sourceName: string, address?: string) {
  const ended = await database
    .updateTable('importSource')
    .set({ isNightly: false, changedBy: actor.accountId, changedOn: sql<string>`now()` })
    .where('sourceName', '=', sourceName)
    .$if(address !== undefined, (query) => query.where('address', '=', address as string).where('isNightly', '=', true))
    .returning('sourceName')
    .executeTakeFirst()
  if (!ended) return false
  await recordAudit(database, {
    ...{ actorId: actor.accountId, action: 'import.stopNightly', subjectType: 'account', subjectId: actor.accountId },
    detail: { sourceName },
  })
  return true
}

/**
 * Undoes the last import of a source, also one that failed in between. What its address says would come back in the next
 * night: its schedule ends.
 */
export const startUndo = (database: Database, actor: Actor, id: string): Promise<ImportRun> =>
  database.transaction().execute(async (transaction) => {
    const run = await lockRun(transaction, id)
    if (run.state === 'undoing') return getRun(transaction, id)
    await requireIdleSource(transaction, run.sourceName)
    if (!(await isLastChange(transaction, run))) throw problem('illegal-transition')
    // What broke it off is over: nothing continues a run that was undone.
    await setState(transaction, id, 'undoing', { failure: null })
    await startJob(transaction, id)
    await audit(transaction, actor, 'import.undo', id)
    if (run.address) await endSchedule(transaction, actor, run.sourceName, run.address)
    return getRun(transaction, id)
  })

/** The session lock of the process that works on a run. */
export const lockOfRun = (id: string) => `import run ${id}`
/** The failure of an import from the command line that did not come to its end. */
export const COMMAND_STOPPED = 'command-stopped'

/** Ends imports from the command line whose process was killed: nobody holds their lock. */
export async function endStoppedCommands(database: Database) {
  const runs = await database
    .selectFrom('importRun')
    .select('id')
    .where('isFromCommand', '=', true)
    .where('state', '=', 'applying')
    .where('touchedOn', '<', sql<string>`now() - interval '5 seconds'`)
    .execute()
  for (const { id } of runs)
    await inTransaction(database, async (transaction) => {
      const { rows } = await sql<{
        isFree: boolean
      }>`select pg_try_advisory_xact_lock(hashtextextended(${lockOfRun(id)}, 0)) as is_free`.execute(transaction)
      if (rows[0]?.isFree) await setState(transaction, id, 'failed', { failure: COMMAND_STOPPED })
    })
}

/** Starts the jobs again whose process was killed; those that run notice it. */
async function restartJobs(database: Database) {
  const runs = await database
    .selectFrom('importRun')
    .select('id')
    .where('state', 'in', busyStates)
    .where((e) => e.or([e('isFromCommand', '=', false), e('state', '=', 'undoing')]))
    .execute()
  for (const { id } of runs) await startJob(database, id)
}

/** Files that nobody finished sending, dry runs that nobody decided on, and details of long ago. */
export async function tidyImports(database: Database) {
  await database
    .deleteFrom('importRun')
    .where('state', '=', 'receiving')
    .where('touchedOn', '<', sql<string>`now() - interval '1 day'`)
    .execute()
  const old = await database
    .selectFrom('importRun')
    .select('id')
    .where('state', '=', 'checked')
    .where('touchedOn', '<', sql<string>`now() - interval '14 days'`)
    .execute()
  for (const { id } of old)
    await database.transaction().execute((transaction) => setState(transaction, id, 'discarded'))
  await forgetNightlyDetails(database)
  await endStoppedCommands(database)
  await restartJobs(database)
}
