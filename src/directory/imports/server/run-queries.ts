import { sql } from 'kysely'
import { managerAudience } from '#directory/services/directory-policy.ts'
import { isUndoable, type UndoReport } from '#directory/services/server/directory-public.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { problem } from '#platform/server/problem.ts'
import { doneStates, type ImportPage, type ImportRun, type ImportSummary, type RunState } from '../import-run.ts'

const listed = (database: Database) =>
  database
    .selectFrom('importRun')
    .select(['id', 'sourceName', 'state', 'failure', 'startedOn', 'isFromCommand'])
    .select(accountName(sql.ref('importRun.startedBy')).$castTo<string | null>().as('startedBy'))
    .select(({ ref }) => ref('report').$castTo<ImportSummary | null>().as('report'))

/** All imports, newest first. */
export async function listRuns(
  database: Database,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<ImportPage> {
  const after = readCursor(cursor, [Timestamp, Id])
  const rows = await listed(database)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(started_on, id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
    )
    .where('state', '<>', 'receiving')
    .orderBy('startedOn', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const items = rows.map(({ report, ...row }) => ({ ...row, counts: doneStates.includes(row.state) ? report : null }))
  return pageFrom(items, limit, ({ startedOn, id }) => [startedOn, id])
}

/** @throws problem not-found */
export async function requireRun(database: Database, id: string) {
  const run = await database.selectFrom('importRun').select('id').where('id', '=', id).executeTakeFirst()
  if (!run) throw problem('not-found')
}

/** @throws problem not-found */
export async function getRun(database: Database, id: string): Promise<ImportRun> {
  const run = await listed(database)
    .select(({ ref }) => ref('progress').$castTo<ImportRun['progress']>().as('progress'))
    .select(({ ref }) => ref('undoReport').$castTo<ImportRun['undoReport']>().as('undoReport'))
    .select(['endedOn', 'address', 'isPartial'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!run) throw problem('not-found')
  const canUndo = await isLastChange(database, run)
  const files = await database
    .selectFrom('importFile')
    .select(['name', 'size'])
    .where('runId', '=', id)
    .orderBy('number')
    .execute()
  return { ...run, canUndo, files }
}

/** Also one that failed in between may have changed something. */
const changing: readonly RunState[] = ['applied', 'failed']

/** Whether this is the last import of its source that was applied, or changed anything before it failed, and can be undone. */
export async function isLastChange(
  database: Database,
  { id, sourceName, state }: { id: string; sourceName: string; state: RunState },
) {
  if (!changing.includes(state)) return false
  const canUndo = isUndoable(sql.ref('importRun.id'))
  const last = await database
    .selectFrom('importRun')
    .select(['id', canUndo.as('canUndo')])
    .where('sourceName', '=', sourceName)
    .where((e) => e.or([e('state', '=', 'applied'), e.and([e('state', '=', 'failed'), canUndo])]))
    .orderBy('endedOn', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id === id && last.canUndo
}

/** Locks a run until the transaction ends. @throws problem not-found */
export async function lockRun(database: Database, id: string) {
  const run = await database
    .selectFrom('importRun')
    .select(['id', 'sourceName', 'state', 'startedBy', 'removesMuch', 'tries', 'address', 'isPartial', 'nightlyAfter'])
    .select(({ ref }) => ref('report').$castTo<ImportSummary | null>().as('report'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!run) throw problem('not-found')
  return run
}

/** The screens of the data managers read the run again. */
const publish = (database: Database, id: string) =>
  publishEvent(database, { type: 'import', subjectId: id, audience: [...managerAudience] })

const ended: readonly RunState[] = ['applied', 'discarded', 'failed', 'undone']

/** Moves a run to another state; the files are removed with its end. */
export async function setState(
  database: Database,
  id: string,
  state: RunState,
  more: { report?: ImportSummary; undoReport?: UndoReport; failure?: string | null; removesMuch?: boolean } = {},
) {
  const { report, undoReport, ...set } = more
  await database
    .updateTable('importRun')
    .set({
      ...set,
      ...(report ? { report: sql`${JSON.stringify(report)}::jsonb` } : {}),
      ...(undoReport ? { undoReport: sql`${JSON.stringify(undoReport)}::jsonb` } : {}),
      state,
      tries: 0,
      progress: null,
      touchedOn: sql`now()`,
      endedOn: ended.includes(state) ? sql`now()` : state === 'undoing' ? sql`ended_on` : null,
    })
    .where('id', '=', id)
    .execute()
  await publish(database, id)
  if (ended.includes(state)) await database.deleteFrom('importPart').where('runId', '=', id).execute()
}

export async function saveProgress(database: Database, id: string, progress: ImportRun['progress']) {
  await database
    .updateTable('importRun')
    .set({ progress: sql`${JSON.stringify(progress)}::jsonb`, touchedOn: sql`now()` })
    .where('id', '=', id)
    .execute()
  await publish(database, id)
}
