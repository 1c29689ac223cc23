import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { imageTypes } from '../file.ts'
import { mayReadUnattached } from '../file-policy.ts'
import { findUsableFile } from './file-queries.ts'
import type { MayReadFile } from './files-public.ts'

/**
 * A file that this account may read.
 * @throws 404 not-found, also if the file exists but the account may not see it
 */
export async function getReadableFile(
  database: Database,
  readers: MayReadFile[],
  asked: { fileId: string; actor: Actor },
) {
  const file = await findUsableFile(database, asked.fileId)
  // Documents are served by the feature that shares them.
  if (!file || !imageTypes.some((type) => type === file.contentType)) throw problem('not-found')
  if (file.unattachedSince) {
    if (mayReadUnattached(asked.actor, file)) return file
    throw problem('not-found')
  }
  for (const mayRead of readers) if (await mayRead(database, asked)) return file
  throw problem('not-found')
}
