import { sql } from 'kysely'
import { type Database, prepared } from './database.ts'

/** What a tab is told: something of this type, with this id, changed. It holds no personal data; the screen asks again. */
export interface LiveEvent {
  type: string
  subjectId: string
  /** Who hears it: `organization:<id>`, `account:<id>`, `role:<key>`. */
  audience: string[]
}

/** The statement of {@link publishEvent} for an act that is one statement: a part of its `with`, and its end. */
export const eventInsert = ({ type, subjectId, audience }: LiveEvent) => ({
  written: sql`written as (insert into event (type, subject_id, audience) values (${type}, ${subjectId}, ${audience}) returning 1)`,
  notify: sql`select pg_notify('hearthline_event', '') from written`,
})

/** Tells everybody in the audience once the caller's transaction commits. */
export async function publishEvent(database: Database, event: LiveEvent) {
  const { written, notify } = eventInsert(event)
  await sql`with ${written} ${notify} ${prepared}`.execute(database)
}
