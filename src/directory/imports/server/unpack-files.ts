import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise } from 'yauzl'
import type { Database } from '#platform/server/database.ts'
import { readFileParts } from './receive-files.ts'

/** Why an import cannot be read at all. `code` is a key of the texts. */
export class ImportFailure extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

const MOST_ENTRIES = 2000

/** Ends a file that is larger than its share: a small archive can hold an endless one. */
function bounded(room: { left: number }) {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      room.left -= chunk.length
      done(room.left < 0 ? new ImportFailure('unpacked-too-large') : null, chunk)
    },
  })
}

/** The name of a file in an archive without its folders; null for what is no data. */
function nameInFolder({ fileName }: Entry) {
  const name = basename(fileName.replaceAll('\\', '/'))
  return fileName.endsWith('/') || /^(\.|__MACOSX)/.test(name) || fileName.startsWith('__MACOSX/') ? null : name
}

/** What is damaged or encrypted, the library says in its own words; a full disk is no fault of the archive. */
const damaged = (error: unknown) =>
  error instanceof ImportFailure || (error as NodeJS.ErrnoException).syscall ? error : new ImportFailure('not-a-zip')

/** Unpacks an archive into a folder, without the folders inside. @param room the bytes that it may need */
async function unpack(path: string, folder: string, room: { left: number }, names: Set<string>) {
  const archive = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw damaged(error)
  })
  let entries = 0
  try {
    for await (const entry of archive.eachEntry()) {
      entries += 1
      if (entries > MOST_ENTRIES) throw new ImportFailure('unpacked-too-large')
      const name = nameInFolder(entry)
      if (name === null) continue
      if (names.has(name.toLowerCase())) throw new ImportFailure('file-twice')
      names.add(name.toLowerCase())
      await pipeline(await archive.openReadStreamPromise(entry), bounded(room), createWriteStream(join(folder, name)))
    }
  } catch (error) {
    throw damaged(error)
  } finally {
    archive.close()
  }
}

/**
 * Writes the files of an import into a folder, as the engine reads them.
 * @param most the bytes that they may have in all, unpacked
 */
export async function writeFiles(database: Database, runId: string, folder: string, most: number) {
  const files = await database
    .selectFrom('importFile')
    .select(['number', 'name'])
    .where('runId', '=', runId)
    .orderBy('number')
    .execute()
  const room = { left: most }
  const isArchive = (name: string) => /\.zip$/i.test(name)
  const names = new Set(files.flatMap(({ name }) => (isArchive(name) ? [] : [name.toLowerCase()])))
  for (const { number, name } of files) {
    const path = join(folder, isArchive(name) ? `.archive-${number}` : name)
    await pipeline(readFileParts(database, runId, number), createWriteStream(path))
    if (!isArchive(name)) continue
    await unpack(path, folder, room, names)
    await rm(path)
  }
}
