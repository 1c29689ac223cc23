import type { Database } from '#platform/server/database.ts'
import { findVersion, readVersion, readVersions } from './form-queries.ts'

/** What other features may use of intake forms. */
export { insertForm } from './change-form.ts'
export { findVersionInUse, formTitle, getForm, readVersion, readVersions, showForm } from './form-queries.ts'

/** The version of a form in use, with its texts corrected; undefined if none is published. */
export async function findPublishedVersion(database: Database, formId: string) {
  const inUse = await findVersion(database, formId, 'published')
  return inUse ? readVersion(database, inUse.id) : undefined
}

/** A version that is or was in use, with its texts corrected; undefined if the form has no such version. */
export async function findIssuedVersion(database: Database, formId: string, versionId: string) {
  const version = (await readVersions(database, [versionId])).get(versionId)
  return version?.formId === formId && version.state !== 'draft' ? version : undefined
}
