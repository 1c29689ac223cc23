import type { Generated } from 'kysely'
import { currentImpersonator } from './acting-for.ts'
import type { Database } from './database.ts'
import { keptPlan } from './kept-plan.ts'

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

/** Writes who did what, in the caller's transaction; of somebody who acts as another person, both. `detail` holds identifiers and states, never free text about a person. */
export const recordAudit = (
  database: Database,
  record: {
    actorId: string | null
    action: string
    subjectType: string
    subjectId: string
    detail?: Record<string, unknown>
  },
) =>
  database
    .insertInto('auditRecord')
    .values({ ...record, impersonatorId: currentImpersonator(), detail: JSON.stringify(record.detail ?? {}) })
    .modifyEnd(keptPlan)
    .execute()
