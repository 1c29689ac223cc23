import type { FastifyBaseLogger } from 'fastify'
import type { FileStore } from '#platform/server/file-store.ts'
import { problem } from '#platform/server/problem.ts'
import { fileProblem } from './file-problem.ts'

/** The bytes of a stored file. @throws 503 storage-unavailable; 404 if the store lost it */
export async function readBytes(store: FileStore, id: string, log: Pick<FastifyBaseLogger, 'error'>) {
  const bytes = await store.get(id).catch((error) => {
    log.error({ err: error }, 'the file store does not answer')
    throw fileProblem('storage-unavailable')
  })
  if (bytes) return bytes
  log.error({ fileId: id }, 'a file is missing in the store')
  throw problem('not-found')
}
