import { type Generated, sql } from 'kysely'
import type { Database } from './database.ts'
import { keptPlan } from './kept-plan.ts'

export interface EventTable {
  id: Generated<number>
  transactionId: Generated<string>
  type: string
  subjectId: string
  audience: string[]
  createdOn: Generated<string>
}

declare module '#platform/server/database.ts' {
  interface Tables {
    event: EventTable
  }
}

/** What a tab is told: something of this type, with this id, changed. It holds no personal data; the screen asks again. */
export interface LiveEvent {
  type: string
  subjectId: string
  /** Who hears it: `organization:<id>`, `account:<id>`, `role:<key>`. */
  audience: string[]
}

/** Tells everybody in the audience once the caller's transaction commits. */
export async function publishEvent(database: Database, event: LiveEvent) {
  await sql`
    with written as (
      insert into event (type, subject_id, audience) values (${event.type}, ${event.subjectId}, ${event.audience}) returning 1
    )
    select pg_notify('hearthline_event', '') from written ${keptPlan}`.execute(database)
}
