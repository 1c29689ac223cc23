import { sql } from 'kysely'
import { type Database, prepared } from './database.ts'

/**
 * A tab is only told that the record of this type and ID changed. Contains no personal data; the screen fetches the
 * record again.
 */
export interface LiveEvent {
  type: string
  subjectId: string
  /** Who receives it: `organization:<id>`, `account:<id>`, `role:<key>`. */
  audience: string[]
}

/** The SQL of {@link publishEvent}, for an act that is a single statement: a part of its `with`, and its end. */
export const eventInsert = ({ type, subjectId, audience }: LiveEvent) => ({
  written: sql`written as (insert into event (type, subject_id, audience) values (${type}, ${subjectId}, ${audience}) returning 1)`,
  notify: sql`select pg_notify('hearthline_event', '') from written`,
})

/** Notifies the audience once the caller's transaction commits. */
export async function publishEvent(database: Database, event: LiveEvent) {
  const { written, notify } = eventInsert(event)
  await sql`with ${written} ${notify} ${prepared}`.execute(database)
}
