import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from './file-store.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const isKey = (name: string) => /^[a-z0-9][a-z0-9.-]*$/.test(name)

/** Prevents path traversal: only keys in our own format are accepted. */
function checkedKey(key: string) {
  if (!isKey(key)) throw new Error('not a key of the file store')
  return key
}

/** What is in a folder; nothing if it does not exist, or is no folder. */
const namesIn = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error) || error.code === 'ENOTDIR') return []
    throw error
  })

/** Makes a new file name durable after a power failure. Windows cannot open folders and does not need this. */
async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const directory = await open(folder, 'r')
  await directory.sync().finally(() => directory.close())
}

/**
 * Stores files in a folder, in subfolders named after the first two characters of the key. Several processes may share
 * it (on one machine, or on a network disk).
 */
export function createDiskStore(folder: string): FileStore {
  const folderOf = (key: string) => join(folder, checkedKey(key).slice(0, 2))
  const pathOf = (key: string) => join(folderOf(key), key)

  return {
    put: async (key, bytes) => {
      await mkdir(folderOf(key), { recursive: true, mode: 0o700 })
      // Written to a temporary file and then renamed, so that a crash never leaves half a file.
      const leftover = `${pathOf(key)}.${randomBytes(6).toString('hex')}.part`
      try {
        const file = await open(leftover, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(leftover, pathOf(key))
      } catch (error) {
        await rm(leftover, { force: true }).catch(() => undefined)
        throw error
      }
      await syncFolder(folderOf(key))
    },
    get: async (key) => {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
    async *list() {
      // Only its own subfolders: a disk of its own has a `lost+found` that cannot be read.
      for (const subfolder of await namesIn(folder)) {
        if (!/^[a-z0-9][a-z0-9.-]$/.test(subfolder)) continue
        for (const key of await namesIn(join(folder, subfolder))) {
          if (!isKey(key) || !key.startsWith(subfolder)) continue
          const facts = await stat(join(folder, subfolder, key)).catch(() => null)
          if (facts?.isFile()) yield { key, changedOn: facts.mtime }
        }
      }
    },
  }
}
