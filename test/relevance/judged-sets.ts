import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import type { Database } from '#platform/server/database.ts'

const fixtures = process.env.HEARTHLINE_FIXTURES
const own = fileURLToPath(new URL('../fixtures/directory/', import.meta.url))

/** They are part of the repository. */
export const ownSets = ['demo', 'harbor-county', 'lakeside-legal'] as const
/** They are in the folder that HEARTHLINE_FIXTURES names. */
export const publishedSets = ['ohana-san-mateo', 'florida-legal-aid', 'illinois-legal-aid'] as const

const folderOf = (set: string) =>
  publishedSets.some((name) => name === set) ? join(fixtures ?? '', 'data', set) : join(own, set)

export const hasPublishedSets = Boolean(fixtures) && publishedSets.every((set) => existsSync(folderOf(set)))

export async function importSet(database: Database, set: string) {
  if (set === 'demo') await importDemoDirectory(database)
  else await importDirectory(database, { folder: folderOf(set), sourceName: set })
}
