import { type RawBuilder, sql } from 'kysely'
import type { TicketScope } from '../help-desk-policy.ts'

/** Whose work is asked for, as a condition on tickets that the statement calls `t`. */
export function assignedTo(assignee: string | undefined, readerId: string): RawBuilder<unknown>[] {
  if (assignee === undefined) return []
  if (assignee === 'none') return [sql`t.assignee_id is null`]
  return [sql`t.assignee_id = ${assignee === 'me' ? readerId : assignee}::uuid`]
}

/** The policy's scope as a condition on tickets that the statement calls `t`. */
export function inScope(scope: TicketScope): RawBuilder<unknown>[] {
  if (scope.kind === 'all') return []
  return [
    scope.kind === 'organization' ? sql`t.organization_id = ${scope.id}::uuid` : sql`t.created_by = ${scope.id}::uuid`,
  ]
}
