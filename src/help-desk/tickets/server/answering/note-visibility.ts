import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import { seesInternalNotes } from '../../help-desk-policy.ts'

/** The policy for notes as a condition, for a statement with notes `n` whose tickets are already filtered. */
export const readableBy = (actor: Pick<Actor, 'roles'>): RawBuilder<unknown> =>
  seesInternalNotes(actor) ? sql`true` : sql`n.visibility = 'public'`
