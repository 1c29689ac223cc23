import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import { seesInternalNotes } from '../../help-desk-policy.ts'

/** The policy's word on notes as a condition, for a statement that calls them `n` and has narrowed their tickets already. */
export const readableBy = (actor: Pick<Actor, 'roles'>): RawBuilder<unknown> =>
  seesInternalNotes(actor) ? sql`true` : sql`n.visibility = 'public'`
