import type { Database } from '#platform/server/database.ts'

/** The audit records of one subject, oldest first. */
export const auditsOf = (database: Database, subjectId: string) =>
  database
    .selectFrom('auditRecord')
    .select(['action', 'actorId', 'subjectType', 'detail'])
    .where('subjectId', '=', subjectId)
    .orderBy('id')
    .execute()
