import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { Texts } from '../form-definition.ts'
import { findVersion, readVersion } from './form-queries.ts'

/** What other features may use of intake forms. */
export { insertForm } from './change-form.ts'
export { getForm, readVersion, readVersions, showForm } from './form-queries.ts'

/** The version of a form in use, with its texts corrected; undefined if none is published. */
export async function findPublishedVersion(database: Database, formId: string) {
  const inUse = await findVersion(database, formId, 'published')
  return inUse ? readVersion(database, inUse.id) : undefined
}

/** The title of a version in SQL, as it was last corrected. @param versionId in SQL */
export const formTitle = (versionId: RawBuilder<unknown>) =>
  sql<Texts>`(
    select definition -> 'title' || coalesce((
      select jsonb_object_agg(language, after order by corrected_on, id) from intake_form_correction
      where version_id = ${versionId} and path = 'title'), '{}')
    from intake_form_version where id = ${versionId})`
