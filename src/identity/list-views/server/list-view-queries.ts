import { sql } from 'kysely'
import { accountPerson, lockAccountRow } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { hasRole } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type ListView, MOST_VIEWS, type NewListView, type ViewList } from '../list-view.ts'

type ViewRow<Filters> = Omit<ListView<Filters>, 'isMine' | 'mayRemove'> & { ownerId: string }

/** Whose views, and of which list. */
export interface ViewScope {
  list: ViewList
  actor: Actor
  /** whether the actor is one of the agents, who share views with each other; a list without agents has none */
  isAgent: boolean
  /** what the audit calls a view of this list */
  subjectType: string
}

const rights = (actor: Actor, { ownerId, sharedWith }: Pick<ViewRow<unknown>, 'ownerId' | 'sharedWith'>) => {
  const isMine = ownerId === actor.accountId
  const looksAfter =
    (sharedWith === 'organization' && hasRole(actor, 'organization-admin')) ||
    (sharedWith === 'agents' && hasRole(actor, 'platform-admin'))
  return { isMine, mayRemove: isMine || looksAfter }
}

/** One's own saved filters and those shared with the reader, one's own first. */
export async function listViews<Filters>(
  database: Database,
  { list, actor, isAgent }: ViewScope,
  id?: string,
): Promise<ListView<Filters>[]> {
  const { rows } = await sql<ViewRow<Filters>>`
    select v.id, v.name, v.shared_with, v.filters, v.owner_id,
      json_build_object('firstName', owner.first_name, 'lastName', owner.last_name) as owner
    from list_view v join ${accountPerson.as('owner')} on owner.id = v.owner_id
    where v.list = ${list} and (v.owner_id = ${actor.accountId}::uuid
        or (v.shared_with = 'organization' and v.organization_id = ${actor.organizationId}::uuid)
        or (v.shared_with = 'agents' and ${sql.lit(isAgent)}))
      ${id ? sql`and v.id = ${id}::uuid` : sql``}
    order by v.owner_id <> ${actor.accountId}::uuid, lower(v.name), v.id limit 200`.execute(database)
  return rows.map(({ ownerId, ...row }) => ({ ...row, ...rights(actor, { ownerId, sharedWith: row.sharedWith }) }))
}

/** @throws problem not-found for a saved filter that the actor does not see, forbidden for another account's */
async function requireView(database: Database, scope: ViewScope, id: string, right: 'isMine' | 'mayRemove') {
  const [view] = await listViews(database, scope, id)
  if (!view) throw problem('not-found')
  if (!view[right]) throw problem('forbidden')
}

function requireSharing({ actor, isAgent }: ViewScope, { sharedWith }: NewListView) {
  if (sharedWith === 'organization' && !actor.organizationId) throw fieldProblem('sharedWith', 'no-organization')
  if (sharedWith === 'agents' && !isAgent) throw fieldProblem('sharedWith', 'agents-only')
}

const isNameInUse = (error: unknown) => {
  if ((error as { constraint?: string }).constraint === 'list_view_name') throw fieldProblem('name', 'view-name-taken')
  throw error
}

/** Saves filters under a new name, or replaces one's own. */
export async function saveView<Filters>(
  database: Database,
  scope: ViewScope,
  given: NewListView,
  id?: string,
): Promise<ListView<Filters>> {
  const { list, actor } = scope
  const values = { ...given, filters: JSON.stringify(given.filters), organizationId: actor.organizationId }
  const saved = await database
    .transaction()
    .execute(async (transaction) => {
      // Serialized per account, so that the limit holds.
      await lockAccountRow(transaction, actor.accountId)
      if (id) {
        await requireView(transaction, scope, id, 'isMine')
        requireSharing(scope, given)
        await transaction.updateTable('listView').set(values).where('id', '=', id).execute()
        return id
      }
      requireSharing(scope, given)
      const { count } = await transaction
        .selectFrom('listView')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('ownerId', '=', actor.accountId)
        .where('list', '=', list)
        .executeTakeFirstOrThrow()
      if (count >= MOST_VIEWS) throw fieldProblem('name', 'too-many-views')
      const row = await transaction
        .insertInto('listView')
        .values({ ...values, list, ownerId: actor.accountId })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    })
    .catch(isNameInUse)
  const [view] = await listViews<Filters>(database, scope, saved)
  if (!view) throw problem('not-found')
  return view
}

/** Deletes a saved filter, also another account's if the actor manages it; the deletion is audited. */
export const removeView = (database: Database, scope: ViewScope, id: string) =>
  database.transaction().execute(async (transaction) => {
    await requireView(transaction, scope, id, 'mayRemove')
    const { numDeletedRows } = await transaction.deleteFrom('listView').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows)
      await recordAudit(transaction, {
        actorId: scope.actor.accountId,
        action: `${scope.subjectType}.delete`,
        subjectType: scope.subjectType,
        subjectId: id,
      })
  })
