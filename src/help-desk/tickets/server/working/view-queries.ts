import { sql } from 'kysely'
import { accountPerson, lockAccountRow } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { hasRole } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { handlesTickets } from '../../help-desk-policy.ts'
import { MOST_VIEWS, type NewTicketView, type TicketView } from '../../ticket-view.ts'

type ViewRow = Omit<TicketView, 'isMine' | 'mayRemove'> & { ownerId: string }

const rights = (actor: Actor, { ownerId, sharedWith }: Pick<ViewRow, 'ownerId' | 'sharedWith'>) => {
  const isMine = ownerId === actor.accountId
  const looksAfter =
    (sharedWith === 'organization' && hasRole(actor, 'organization-admin')) ||
    (sharedWith === 'agents' && hasRole(actor, 'platform-admin'))
  return { isMine, mayRemove: isMine || looksAfter }
}

/** One's own saved filters and those shared with the reader, one's own first. */
export async function listViews(database: Database, actor: Actor, id?: string): Promise<TicketView[]> {
  const { rows } = await sql<ViewRow>`
    select v.id, v.name, v.shared_with, v.filters, v.owner_id,
      json_build_object('firstName', owner.first_name, 'lastName', owner.last_name) as owner
    from support_request_view v join ${accountPerson.as('owner')} on owner.id = v.owner_id
    where (v.owner_id = ${actor.accountId}::uuid
        or (v.shared_with = 'organization' and v.organization_id = ${actor.organizationId}::uuid)
        or (v.shared_with = 'agents' and ${sql.lit(handlesTickets(actor))}))
      ${id ? sql`and v.id = ${id}::uuid` : sql``}
    order by v.owner_id <> ${actor.accountId}::uuid, lower(v.name), v.id limit 200`.execute(database)
  return rows.map(({ ownerId, ...row }) => ({ ...row, ...rights(actor, { ownerId, sharedWith: row.sharedWith }) }))
}

/** @throws problem not-found for a saved filter that the actor does not see, forbidden for another account's */
async function requireView(database: Database, actor: Actor, id: string, right: 'isMine' | 'mayRemove') {
  const [view] = await listViews(database, actor, id)
  if (!view) throw problem('not-found')
  if (!view[right]) throw problem('forbidden')
}

function requireSharing(actor: Actor, { sharedWith }: NewTicketView) {
  if (sharedWith === 'organization' && !actor.organizationId) throw fieldProblem('sharedWith', 'no-organization')
  if (sharedWith === 'agents' && !handlesTickets(actor)) throw fieldProblem('sharedWith', 'agents-only')
}

const isNameInUse = (error: unknown) => {
  if ((error as { constraint?: string }).constraint === 'support_request_view_name')
    throw fieldProblem('name', 'view-name-taken')
  throw error
}

/** Saves filters under a new name, or replaces one's own. */
export async function saveView(
  database: Database,
  actor: Actor,
  given: NewTicketView,
  id?: string,
): Promise<TicketView> {
  const values = { ...given, filters: JSON.stringify(given.filters), organizationId: actor.organizationId }
  const saved = await database
    .transaction()
    .execute(async (transaction) => {
      // Serialized per account, so that the limit holds.
      await lockAccountRow(transaction, actor.accountId)
      if (id) {
        await requireView(transaction, actor, id, 'isMine')
        requireSharing(actor, given)
        await transaction.updateTable('supportRequestView').set(values).where('id', '=', id).execute()
        return id
      }
      requireSharing(actor, given)
      const { count } = await transaction
        .selectFrom('supportRequestView')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('ownerId', '=', actor.accountId)
        .executeTakeFirstOrThrow()
      if (count >= MOST_VIEWS) throw fieldProblem('name', 'too-many-views')
      const row = await transaction
        .insertInto('supportRequestView')
        .values({ ...values, ownerId: actor.accountId })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    })
    .catch(isNameInUse)
  const [view] = await listViews(database, actor, saved)
  if (!view) throw problem('not-found')
  return view
}

/** Deletes a saved filter, also another account's if the actor manages it; the deletion is audited. */
export const removeView = (database: Database, actor: Actor, id: string) =>
  database.transaction().execute(async (transaction) => {
    await requireView(transaction, actor, id, 'mayRemove')
    const { numDeletedRows } = await transaction
      .deleteFrom('supportRequestView')
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows)
      await recordAudit(transaction, {
        actorId: actor.accountId,
        action: 'supportRequestView.delete',
        subjectType: 'supportRequestView',
        subjectId: id,
      })
  })
