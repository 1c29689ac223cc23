import { type Generated, sql } from 'kysely'
import { currentImpersonator } from './acting-for.ts'
import { type Database, prepared } from './database.ts'

export interface AuditRecordTable {
  id: Generated<number>
  actorId: string | null
  impersonatorId: string | null
  action: string
  subjectType: string
  subjectId: string
  detail: Generated<string>
  createdOn: Generated<string>
}

declare module '#platform/server/database.ts' {
  interface Tables {
    auditRecord: AuditRecordTable
  }
}

export interface NewAuditRecord {
  actorId: string | null
  action: string
  subjectType: string
  subjectId: string
  detail?: Record<string, unknown>
}

/** The statement of {@link recordAudit}, for an act that is one statement. */
export const auditInsert = ({ actorId, action, subjectType, subjectId, detail = {} }: NewAuditRecord) => sql`
  insert into audit_record (actor_id, impersonator_id, action, subject_type, subject_id, detail)
  values (${actorId}, ${currentImpersonator()}, ${action}, ${subjectType}, ${subjectId}, ${JSON.stringify(detail)})`

/** Writes who did what, in the caller's transaction; of somebody who acts as another person, both. `detail` holds identifiers and states, never free text about a person. */
export const recordAudit = (database: Database, record: NewAuditRecord) =>
  sql`${auditInsert(record)} ${prepared}`.execute(database)

/** Writes a record of the demo community, as of an earlier time. */
export const recordDemoAudit = (database: Database, record: NewAuditRecord & { createdOn: string }) =>
  database
    .insertInto('auditRecord')
    .values({ ...record, detail: JSON.stringify(record.detail ?? {}) })
    .execute()
