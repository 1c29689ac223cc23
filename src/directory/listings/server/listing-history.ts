import { sql } from 'kysely'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { FieldValues, ListingChange, ListingKind } from '../listing-change.ts'

/** A listing: its kind and its id. */
export interface ListingKey {
  kind: ListingKind
  id: string
}

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

/** Writes the changes that an import made to these listings, each with its new version. */
export async function recordImported(
  database: Database,
  kind: ListingKind,
  changes: { id: string; version: number; before: FieldValues; after: FieldValues }[],
) {
  if (!changes.length) return
  const rows = changes.map((change) => ({ ...change, fields: Object.keys(change.after) }))
  await sql`
    insert into listing_change (kind, listing_id, version, cause, fields, before, after)
    select ${kind}, r.id, r.version, 'import', r.fields, r.before, r.after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, version integer, fields text[], before jsonb, after jsonb)
    on conflict do nothing`.execute(database)
}

const changesOf = (database: Database, { kind, id }: ListingKey) =>
  database
    .selectFrom('listingChange')
    .select(['version', 'changedOn', 'cause', 'fields', 'before', 'after'])
    .select(accountName(sql.ref('listingChange.accountId')).$castTo<string | null>().as('changedBy'))
    .where('kind', '=', kind)
    .where('listingId', '=', id)
    .orderBy('version', 'desc')

/** The changes of a listing before this version (or all), newest first. */
export const listChanges = (
  database: Database,
  key: ListingKey,
  { before, limit }: { before: number | null; limit: number },
): Promise<ListingChange[]> =>
  changesOf(database, key)
    .$if(before !== null, (query) => query.where('version', '<', Number(before)))
    .limit(limit)
    .execute()

/** The changes that made later versions than this one, newest first. */
export const listChangesAfter = (database: Database, key: ListingKey, version: number): Promise<ListingChange[]> =>
  changesOf(database, key).where('version', '>', version).execute()
