import pLimit from 'p-limit'
import { problem } from '#platform/server/problem.ts'

/** Each upload is in memory until its form is complete and checked. */
const MOST_OF_PROCESS = 32
const MOST_OF_ACCOUNT = 4
const MOST_WAITING = 40

const ofProcess = pLimit(MOST_OF_PROCESS)
const accounts = new Map<string, { limit: ReturnType<typeof pLimit>; uploads: number }>()

/**
 * Reads an upload when it is its turn: nobody can fill the memory with many at once that never end. Until then nothing of
 * it is read, so its sender waits.
 * @throws problem busy, if very many of this account wait
 */
export async function inUploadTurn<Result>(accountId: string, upload: () => Promise<Result>): Promise<Result> {
  const own = accounts.get(accountId) ?? { limit: pLimit(MOST_OF_ACCOUNT), uploads: 0 }
  if (own.uploads >= MOST_OF_ACCOUNT + MOST_WAITING) throw problem('busy')
  accounts.set(accountId, own)
  own.uploads += 1
  try {
    return await own.limit(() => ofProcess(upload))
  } finally {
    own.uploads -= 1
    if (own.uploads === 0) accounts.delete(accountId)
  }
}
