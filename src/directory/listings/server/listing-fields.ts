import { type RawBuilder, sql } from 'kysely'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { FieldState, ListingKey, ListingKind, VerificationWay } from '../listing-change.ts'

/** Whether a person edited this field of a listing. @param id and @param field in SQL */
export const isFieldEdited = (kind: ListingKind, id: RawBuilder<unknown>, field: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from listing_field edited where edited.kind = ${sql.lit(kind)} and edited.listing_id = ${id}
    and edited.field = ${field} and edited.edited_on is not null)`

/** The fields of these listings that a person edited. */
export const listEditedFields = (database: Database, kind: ListingKind, ids: string[]) =>
  database
    .selectFrom('listingField')
    .select(['listingId', 'field'])
    .where('kind', '=', kind)
    .where('listingId', '=', sql<string>`any(${ids}::uuid[])`)
    .where('editedOn', 'is not', null)
    .execute()

export const listFieldStates = (database: Database, { kind, id }: ListingKey): Promise<FieldState[]> =>
  database
    .selectFrom('listingField')
    .select(['field', 'editedOn', 'verifiedOn', 'verifiedHow'])
    .select(accountName(sql.ref('listingField.editedBy')).$castTo<string | null>().as('editedBy'))
    .select(accountName(sql.ref('listingField.verifiedBy')).$castTo<string | null>().as('verifiedBy'))
    .where('kind', '=', kind)
    .where('listingId', '=', id)
    .orderBy('field')
    .execute()

interface Stamp {
  accountId: string
  how: VerificationWay
}

/** Marks fields as edited by a person, who thereby also confirms them. */
export async function markEdited(database: Database, { kind, id }: ListingKey, fields: string[], by: Stamp) {
  await sql`
    insert into listing_field (kind, listing_id, field, edited_on, edited_by, verified_on, verified_by, verified_how)
    select ${kind}, ${id}, field, now(), ${by.accountId}, now(), ${by.accountId}, ${by.how} from unnest(${fields}::text[]) as field
    on conflict (kind, listing_id, field) do update set edited_on = excluded.edited_on, edited_by = excluded.edited_by,
      verified_on = excluded.verified_on, verified_by = excluded.verified_by, verified_how = excluded.verified_how`.execute(
    database,
  )
}

/** Marks fields as confirmed by a person, without an edit: an import may still update them. */
export async function markVerified(database: Database, { kind, id }: ListingKey, fields: string[], by: Stamp) {
  await sql`
    insert into listing_field (kind, listing_id, field, verified_on, verified_by, verified_how)
    select ${kind}, ${id}, field, now(), ${by.accountId}, ${by.how} from unnest(${fields}::text[]) as field
    on conflict (kind, listing_id, field) do update set
      verified_on = excluded.verified_on, verified_by = excluded.verified_by, verified_how = excluded.verified_how`.execute(
    database,
  )
}
