import type { Database } from '#platform/server/database.ts'

/** The names of the sources whose data the directory has, in alphabetical order. */
export async function listSources(database: Database) {
  const rows = await database.selectFrom('directorySource').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}
