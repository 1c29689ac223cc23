import { type RawBuilder, sql } from 'kysely'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { type PlaceReader, serviceNames } from '#directory/services/server/directory-public.ts'
import { accountName, organizationHasAdmin } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { type Actor, hasRole } from '#platform/schema/roles.ts'
import { pageFrom } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { Suggestion, SuggestionPage } from '../suggestion.ts'
import { withoutUnknownPlaces } from './known-suggestions.ts'

const columns = [
  ...(['id', 'serviceId', 'organizationId', 'topic', 'kind', 'listingId', 'version', 'before', 'after'] as const),
  ...(['placeName', 'proposed', 'note', 'source', 'suggestedOn', 'state', 'reason', 'decidedOn'] as const),
]

const suggestions = (database: Database) =>
  database
    .selectFrom('listingSuggestion')
    .innerJoin(serviceNames.as('service'), 'service.id', 'listingSuggestion.serviceId')
    .innerJoin(organizationNames.as('owner'), 'owner.id', 'service.organizationId')
    .select(['service.name as serviceName', 'owner.name as organizationName'])
    .select(columns.map((column) => `listingSuggestion.${column}` as const))
    .select(accountName(sql.ref('listingSuggestion.suggestedBy')).$castTo<string | null>().as('suggestedBy'))
    .select(accountName(sql.ref('listingSuggestion.decidedBy')).$castTo<string | null>().as('decidedBy'))

/** Which suggestions wait for this person: those of the own organization; for the platform's staff, those without an owner. */
export function waitsFor(actor: Actor, organizationId?: string): RawBuilder<boolean> {
  const owner = sql.ref('listingSuggestion.organizationId')
  const isManager = hasRole(actor, ...managerRoles)
  const asked = organizationId ?? actor.organizationId
  const isAdmin = hasRole(actor, 'organization-admin')
  // Those of another organization are for the platform's staff.
  const isTheirs = isManager ? isAdmin || organizationId !== undefined : isAdmin && asked === actor.organizationId
  const parts = [
    ...(isTheirs && asked ? [sql`${owner} = ${asked}`] : []),
    ...(isManager && !organizationId ? [sql`not ${organizationHasAdmin(owner)}`] : []),
  ]
  return parts.length ? sql`(${sql.join(parts, sql` or `)})` : sql`false`
}

/** The open suggestions that wait for this person, oldest first. */
export async function listOpen(
  database: Database,
  waits: RawBuilder<boolean>,
  { limit, after, reader }: { limit: number; after: readonly [string, string] | undefined; reader: PlaceReader },
): Promise<SuggestionPage> {
  const rows = await suggestions(database)
    .where('state', '=', 'open')
    .where(waits)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(suggested_on, listing_suggestion.id) > (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .orderBy('suggestedOn')
    .orderBy('listingSuggestion.id')
    .limit(limit + 1)
    .execute()
  const page = pageFrom(rows, limit, ({ suggestedOn, id }) => [suggestedOn, id])
  return { ...page, items: await withoutUnknownPlaces(database, page.items, reader) }
}

const MOST_COUNTED = 100

/** How many wait; counting stops at 100. */
export async function countOpen(database: Database, waits: RawBuilder<boolean>) {
  const counted = database
    .selectFrom('listingSuggestion')
    .select('id')
    .where('state', '=', 'open')
    .where(waits)
    .limit(MOST_COUNTED)
  const { count } = await database
    .selectFrom(counted.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A suggestion as it is now, for this reader. */
export async function getSuggestion(database: Database, id: string, reader: PlaceReader): Promise<Suggestion> {
  const row: Suggestion = await suggestions(database).where('listingSuggestion.id', '=', id).executeTakeFirstOrThrow()
  return (await withoutUnknownPlaces(database, [row], reader))[0] ?? row
}

/** A suggestion with who made it; with `lock`, nobody else decides about it in this transaction. */
export const findSuggestion = (database: Database, id: string, { lock = false } = {}) =>
  database
    .selectFrom('listingSuggestion')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
