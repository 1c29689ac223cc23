import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type ImportRun, type NewImport, PART_BYTES } from '../import-run.ts'
import { getRun, lockRun } from './run-queries.ts'

const zip = promisify(gzip)
const unzip = promisify(gunzip)
/** The fastest level already makes a tenth of most files. */
const LEVEL = 1

/** Begins an import; its files follow in parts. @throws a problem at `files` if they are too large */
export function receiveImport(
  database: Database,
  { imports }: Pick<Config, 'imports'>,
  actor: Actor,
  { sourceName, files }: NewImport,
): Promise<ImportRun> {
  if (files.reduce((sum, { size }) => sum + size, 0) > imports.maxBytes) throw fieldProblem('files', 'files-too-large')
  return database.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('importRun')
      .values({ sourceName, startedBy: actor.accountId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('importFile')
      .values(files.map((file, number) => ({ ...file, runId: id, number })))
      .execute()
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: 'import.begin', subjectType: 'import', subjectId: id },
    })
    return getRun(transaction, id)
  })
}

interface Part {
  runId: string
  fileNumber: number
  number: number
  bytes: Buffer
}

/** Stores one part of a file; the same part may come again. */
export async function receivePart(database: Database, actor: Actor, { bytes, ...part }: Part) {
  const zipped = await zip(bytes, { level: LEVEL })
  await database.transaction().execute(async (transaction) => {
    const run = await lockRun(transaction, part.runId)
    if (run.state !== 'receiving' || run.startedBy !== actor.accountId) throw problem('illegal-transition')
    const file = await transaction
      .selectFrom('importFile')
      .select('size')
      .where('runId', '=', part.runId)
      .where('number', '=', part.fileNumber)
      .executeTakeFirst()
    const size = Math.min(PART_BYTES, (file?.size ?? 0) - part.number * PART_BYTES)
    if (bytes.length !== size) throw fieldProblem('part', 'part-size')
    await transaction
      .insertInto('importPart')
      .values({ ...part, size, bytes: zipped })
      .onConflict((c) => c.columns(['runId', 'fileNumber', 'number']).doUpdateSet({ size, bytes: zipped }))
      .execute()
    await transaction.updateTable('importRun').set({ touchedOn: sql`now()` }).where('id', '=', part.runId).execute()
  })
}

/** Whether all bytes of all files are there. */
export async function isComplete(database: Database, runId: string) {
  const { rows } = await sql<{ isComplete: boolean }>`
    select bool_and(f.size = coalesce((select sum(p.size) from import_part p where p.run_id = f.run_id and p.file_number = f.number), 0)) as is_complete
    from import_file f where f.run_id = ${runId}`.execute(database)
  return rows[0]?.isComplete === true
}

export async function hasFiles(database: Database, runId: string) {
  const file = await database.selectFrom('importFile').select('number').where('runId', '=', runId).executeTakeFirst()
  return file !== undefined
}

/** Stores the files of a folder, so that every step of the import reads the same ones. */
export async function storeFiles(database: Database, runId: string, folder: string) {
  const names = (await readdir(folder)).sort()
  await database.transaction().execute(async (transaction) => {
    for (const [fileNumber, name] of names.entries()) {
      const path = join(folder, name)
      const { size } = await stat(path)
      await transaction.insertInto('importFile').values({ runId, number: fileNumber, name, size }).execute()
      let number = 0
      for await (const bytes of createReadStream(path, { highWaterMark: PART_BYTES }) as AsyncIterable<Buffer>) {
        const part = { runId, fileNumber, number, size: bytes.length, bytes: await zip(bytes, { level: LEVEL }) }
        await transaction.insertInto('importPart').values(part).execute()
        number += 1
      }
    }
  })
}

/** The bytes of a file, part by part. */
export async function* readFileParts(database: Database, runId: string, fileNumber: number) {
  for (let number = 0; ; number += 1) {
    const part = await database
      .selectFrom('importPart')
      .select('bytes')
      .where('runId', '=', runId)
      .where('fileNumber', '=', fileNumber)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!part) return
    yield await unzip(part.bytes)
  }
}
