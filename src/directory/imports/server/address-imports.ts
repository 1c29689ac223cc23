import { sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import type { Task } from '#platform/server/jobs.ts'
import { problem } from '#platform/server/problem.ts'
import type { ImportRun, ImportSource, NewAddressImport } from '../import-run.ts'
import { endSchedule, requireIdleSource, startJob } from './act-on-run.ts'
import { getRun, setState } from './run-queries.ts'

export const nightlyImportsTask = 'nightly-imports'
/** In the night of the whole country. */
export const nightlyImportsCrontab = `30 8 * * * ${nightlyImportsTask}`

/** Reads a source from an HSDS address and starts its dry run; once that is applied, also every night, if wanted. */
export const importFromAddress = (
  database: Database,
  actor: Actor,
  { sourceName, address, isNightly }: NewAddressImport,
): Promise<ImportRun> =>
  database.transaction().execute(async (transaction) => {
    await requireIdleSource(transaction, sourceName)
    const { id } = await transaction
      .insertInto('importRun')
      .values({ sourceName, address, startedBy: actor.accountId, nightlyAfter: isNightly ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setState(transaction, id, 'checking')
    await startJob(transaction, id)
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: 'import.begin', subjectType: 'import', subjectId: id },
      detail: { isNightly: isNightly ?? null },
    })
    return getRun(transaction, id)
  })

interface AppliedRun {
  sourceName: string
  address: string | null
  nightlyAfter: boolean | null
  startedBy: string | null
}

/** Begins or ends the schedule of a source, as was said when this run began. */
export async function keepSchedule(database: Database, { sourceName, address, nightlyAfter, startedBy }: AppliedRun) {
  if (nightlyAfter === null || !address) return
  const set = { isNightly: nightlyAfter, address, changedBy: startedBy, changedOn: sql<string>`now()` }
  await database
    .insertInto('importSource')
    .values({ sourceName, ...set })
    .onConflict((c) => c.column('sourceName').doUpdateSet(set))
    .execute()
}

/** The sources that are imported every night. */
export const listNightly = (database: Database): Promise<ImportSource[]> =>
  database
    .selectFrom('importSource')
    .select(['sourceName', 'address'])
    .where('isNightly', '=', true)
    .orderBy('sourceName')
    .execute()

/** Imports a source every night no more. @throws problem not-found */
export const stopNightly = (database: Database, actor: Actor, sourceName: string) =>
  database.transaction().execute(async (transaction) => {
    if (!(await endSchedule(transaction, actor, sourceName))) throw problem('not-found')
  })

/** Imports every source of the schedule, without a dry run; what leaves more than a tenth stays. One at work is left. */
export const startNightly =
  ({ database }: { database: Database }): Task =>
  async () => {
    for (const { sourceName, address } of await listNightly(database))
      await database.transaction().execute(async (transaction) => {
        const isBusy = await requireIdleSource(transaction, sourceName).then(
          () => false,
          () => true,
        )
        if (isBusy) return
        const { id } = await transaction
          .insertInto('importRun')
          .values({ sourceName, address })
          .returning('id')
          .executeTakeFirstOrThrow()
        await setState(transaction, id, 'applying')
        await startJob(transaction, id)
      })
  }

interface NightlyRun {
  id: string
  sourceName: string
  address: string | null
}

/**
 * Since when a nightly import may ask for changes only, as an instant; null if it must read everything. That is so
 * every week, because only then what is gone is noticed, and after anything else than such imports changed the source's
 * listings here. A day earlier than the last whole import began, because clocks differ and answers are kept in caches.
 */
export async function changedSince(database: Database, { id, sourceName, address }: NightlyRun): Promise<Date | null> {
  const { rows } = await sql<{ since: string }>`
    select whole.started_on - interval '1 day' as since
    from (
      select started_on from import_run
      where source_name = ${sourceName} and address = ${address} and state = 'applied' and not is_partial
      order by started_on desc limit 1) whole
    where whole.started_on > now() - interval '6 days 12 hours' and not exists (
      select from import_run r
      where r.source_name = ${sourceName} and r.id <> ${id} and r.started_on > whole.started_on
        and r.state not in ('receiving', 'checking', 'checked', 'discarded')
        and not coalesce(r.address = ${address} and (r.state = 'failed' or (r.state = 'applied' and r.is_partial)), false))`.execute(
    database,
  )
  return rows[0] ? new Date(rows[0].since) : null
}
