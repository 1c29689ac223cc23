import { sql } from 'kysely'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { type ContactPhone, ContactRow } from '../contact.ts'
import type { Merge } from '../person-rows.ts'

/** The records that were merged into a person's, also those that came along with them. */
export const listFormer = (database: Database, id: string) =>
  database
    .selectFrom('contact')
    .select(columnsOf(ContactRow))
    .where('mergedInto', '=', id)
    .orderBy('createdOn')
    .orderBy('id')
    .execute()

/** The IDs of a person's record and of those that were merged into it, as an array. */
export const familyOf = (id: string) =>
  sql<string[]>`array(select id from contact where id = ${id}::uuid or merged_into = ${id}::uuid)`

/** Takes a record away in favor of another one of the same person. The caller has locked both. */
export const mergeContact = (transaction: Database, { from, into }: Merge) =>
  sql`update contact set merged_into = ${into}::uuid,
      organization_id = case when id = ${from}::uuid then null else organization_id end, version = version + 1
    where id = ${from}::uuid or merged_into = ${from}::uuid`.execute(transaction)

/** Brings a record back. @param below the records that had been merged into it */
export async function splitContact(
  transaction: Database,
  { id, organizationId, below }: { id: string; organizationId: string; below: readonly string[] },
) {
  await sql`update contact set merged_into = null, organization_id = ${organizationId}::uuid, version = version + 1
    where id = ${id}::uuid`.execute(transaction)
  await sql`update contact set merged_into = ${id}::uuid where id = any(${below}::uuid[])`.execute(transaction)
}

/** Adds telephone numbers; the first one is primary if there was none. */
export async function addPhones(
  transaction: Database,
  contactId: string,
  phones: readonly Pick<ContactPhone, 'phoneNumber' | 'kind'>[],
) {
  if (!phones.length) return
  const { rows } = await sql`select from contact_phone where contact_id = ${contactId}::uuid and is_primary`.execute(
    transaction,
  )
  await transaction
    .insertInto('contactPhone')
    .values(
      phones.map(({ phoneNumber, kind }, at) => ({
        ...{ contactId, phoneNumber, kind },
        isPrimary: at === 0 && rows.length === 0,
      })),
    )
    .execute()
}

export const removePhones = (transaction: Database, contactId: string, numbers: readonly string[]) =>
  sql`delete from contact_phone where contact_id = ${contactId}::uuid and phone_number = any(${numbers}::text[])`.execute(
    transaction,
  )
