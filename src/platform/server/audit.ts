import { type Generated, type Selectable, sql } from 'kysely'
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

/** What features may read of audit records, as a table that a statement joins. */
export const auditRecord = sql<Omit<Selectable<AuditRecordTable>, 'impersonatorId' | 'action'>>`(
  select id, created_on, actor_id, subject_type, subject_id, detail from audit_record)`

export interface NewAuditRecord {
  actorId: string | null
  action: string
  subjectType: string
  subjectId: string
  detail?: Record<string, unknown>
}

/** The SQL of {@link recordAudit}, for an act that is a single statement. */
export const auditInsert = ({ actorId, action, subjectType, subjectId, detail = {} }: NewAuditRecord) => sql`
  insert into audit_record (actor_id, impersonator_id, action, subject_type, subject_id, detail)
  values (${actorId}, ${currentImpersonator()}, ${action}, ${subjectType}, ${subjectId}, ${JSON.stringify(detail)})`

/**
 * Records who did what, in the caller's transaction; while impersonating, both accounts. `detail` contains identifiers
 * and states, never free text about a person.
 */
export const recordAudit = (database: Database, record: NewAuditRecord) =>
  sql`${auditInsert(record)} ${prepared}`.execute(database)

/** What was done to one record, newest first. */
export const listAuditRecords = (database: Database, { subjectType, subjectId }: AuditSubject) =>
  database
    .selectFrom('auditRecord')
    .select(['id', 'actorId', 'action', 'createdOn'])
    .select(({ ref }) => ref('detail').$castTo<Record<string, unknown>>().as('detail'))
    .where('subjectType', '=', subjectType)
    .where('subjectId', '=', subjectId)
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute()
type AuditSubject = Pick<NewAuditRecord, 'subjectType' | 'subjectId'>
const MOST_LISTED = 200

/** Writes an audit record for the demo community, with an earlier time. */
export const recordDemoAudit = (database: Database, record: NewAuditRecord & { createdOn: string }) =>
  database
    .insertInto('auditRecord')
    .values({ ...record, detail: JSON.stringify(record.detail ?? {}) })
    .execute()
