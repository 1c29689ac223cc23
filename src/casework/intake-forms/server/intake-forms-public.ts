import type { Database } from '#platform/server/database.ts'
import { findVersion, readVersion } from './form-queries.ts'

/** What other features may use of intake forms. */
export { insertForm } from './change-form.ts'
export { formTitle, getForm, readVersion, readVersions, showForm } from './form-queries.ts'

/** The version of a form in use, with its texts corrected; undefined if none is published. */
export async function findPublishedVersion(database: Database, formId: string) {
  const inUse = await findVersion(database, formId, 'published')
  return inUse ? readVersion(database, inUse.id) : undefined
}
