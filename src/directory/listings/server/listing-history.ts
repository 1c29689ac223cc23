import { sql } from 'kysely'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import type { ProfileChange } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { FieldValues, ListingChange, ListingKey, ListingKind } from '../listing-change.ts'
import { markEdited } from './listing-fields.ts'

interface NewChange {
  /** The version that the change made. */
  version: number
  accountId: string | null
  cause: ListingChange['cause']
  before: FieldValues
  after: FieldValues
}

/** Writes one change into the history, in the transaction that makes it. */
export const recordChange = (database: Database, { kind, id }: ListingKey, change: NewChange) =>
  database
    .insertInto('listingChange')
    .values({
      kind,
      listingId: id,
      version: change.version,
      accountId: change.accountId,
      cause: change.cause,
      fields: Object.keys(change.after),
      before: sql`${JSON.stringify(change.before)}::jsonb`,
      after: sql`${JSON.stringify(change.after)}::jsonb`,
    })
    .execute()

/** Writes a change of an organization's profile that was made by the call for whole organizations. */
export async function recordProfile(database: Database, change: ProfileChange) {
  const { organizationId: id, version, actor, before, after } = change
  const fields = Object.keys(after)
  if (!fields.length) return
  const key = { kind: 'organization', id } as const
  await recordChange(database, key, { version, cause: 'edit', accountId: actor.accountId, before, after })
  const how = actor.organizationId === id ? 'own-organization' : 'data-manager'
  await markEdited(database, key, fields, { accountId: actor.accountId, how })
}

/** Writes the changes that an import made to these listings, or its undoing, each with its new version. */
export async function recordImported(
  database: Database,
  kind: ListingKind,
  changes: { id: string; version: number; before: FieldValues; after: FieldValues }[],
  cause: 'import' | 'undo' = 'import',
) {
  if (!changes.length) return
  const rows = changes.map((change) => ({ ...change, fields: Object.keys(change.after) }))
  await sql`
    insert into listing_change (kind, listing_id, version, cause, fields, before, after)
    select ${kind}, r.id, r.version, ${cause}, r.fields, r.before, r.after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, version integer, fields text[], before jsonb, after jsonb)
    on conflict do nothing`.execute(database)
}

/** The day on which somebody last confirmed a listing that keeps no such day itself. */
export async function lastConfirmed(database: Database, { kind, id }: ListingKey, timeZone: string) {
  const row = await database
    .selectFrom('listingChange')
    .select(sql<string | null>`(max(changed_on) at time zone ${timeZone})::date`.as('day'))
    .where('kind', '=', kind)
    .where('listingId', '=', id)
    .where('cause', '=', 'verification')
    .executeTakeFirstOrThrow()
  return row.day
}

/** The version by which a place was last shown again, after it had been confidential; 0 if it never was. */
export async function findShownAgain(database: Database, locationId: string) {
  const row = await database
    .selectFrom('listingChange')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('kind', '=', 'location')
    .where('listingId', '=', locationId)
    .where(sql<boolean>`after @> '{"isConfidential": false}'`)
    .executeTakeFirstOrThrow()
  return row.version ?? 0
}

const changesOf = (database: Database, { kind, id }: ListingKey) =>
  database
    .selectFrom('listingChange')
    .select(['version', 'changedOn', 'cause', 'fields', 'before', 'after'])
    .select(accountName(sql.ref('listingChange.accountId')).$castTo<string | null>().as('changedBy'))
    .where('kind', '=', kind)
    .where('listingId', '=', id)
    .orderBy('version', 'desc')

/** The changes of a listing from one version to before another (or to the last), newest first. */
export const listChanges = (
  database: Database,
  key: ListingKey,
  { from = 0, before, limit }: { from?: number; before: number | null; limit: number },
): Promise<ListingChange[]> =>
  changesOf(database, key)
    .where('version', '>=', from)
    .$if(before !== null, (query) => query.where('version', '<', Number(before)))
    .limit(limit)
    .execute()

/** The changes that made later versions than this one, newest first. */
export const listChangesAfter = (database: Database, key: ListingKey, version: number): Promise<ListingChange[]> =>
  changesOf(database, key).where('version', '>', version).execute()
