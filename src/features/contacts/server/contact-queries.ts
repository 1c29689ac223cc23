import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { currentImpersonator } from '#platform/server/acting-for.ts'
import { columnsOf } from '#platform/server/columns.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import { ContactRow } from '../contact.ts'
import type { ContactInList, ContactSearch, PhoneEntry } from '../contact-record.ts'
import { type Reader, recordAccess } from './record-access.ts'

const name = sql`plain_text(contact.first_name || ' ' || contact.last_name)`
const primaryPhone = sql<
  string | null
>`(select phone_number from contact_phone where contact_id = contact.id order by is_primary desc, id limit 1)`
/** Every sign that LIKE reads is taken as itself. */
export const containing = (text: string): RawBuilder<string> =>
  sql`'%' || plain_text(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`

export const findContactRow = (database: Database, id: string) =>
  database.selectFrom('contact').select(columnsOf(ContactRow)).where('id', '=', id).executeTakeFirst()

export const listPhones = (database: Database, contactId: string) =>
  database
    .selectFrom('contactPhone')
    .select(['id', 'phoneNumber', 'kind', 'isPrimary'])
    .where('contactId', '=', contactId)
    .orderBy('isPrimary', 'desc')
    .orderBy('id')
    .execute()

/** The same as somebody sees them. One's own are no look, unless somebody impersonates their owner. */
export async function viewPhones(database: Database, reader: Reader & Pick<Actor, 'contactId'>, contactId: string) {
  if (contactId !== reader.contactId || currentImpersonator())
    await recordAccess(database, reader, [contactId], { way: 'phone' })
  return listPhones(database, contactId)
}

/**
 * The people whom an organization recorded, by last name; `search` finds parts of names, a phone number or an e-mail
 * address. That they were seen is recorded.
 */
export async function listContacts(
  database: Database,
  reader: Reader & { organizationId: string },
  query: z.infer<typeof ContactSearch>,
) {
  const after = readCursor(query.cursor, [z.string(), z.string(), Id])
  const digits = query.search?.replace(/\D/g, '') ?? ''
  const rows = await database
    .selectFrom('contact')
    .select(['id', 'firstName', 'lastName', 'birthDate', 'email', 'city', 'createdOn'])
    .select(primaryPhone.as('primaryPhone'))
    .select([sql<string>`plain_text(last_name)`.as('lastKey'), sql<string>`plain_text(first_name)`.as('firstKey')])
    .where('organizationId', '=', reader.organizationId)
    .$if(Boolean(query.search), (q) =>
      q.where((where) =>
        where.or([
          sql<boolean>`${name} like ${containing(query.search ?? '')}`,
          sql<boolean>`lower(email) = lower(${query.search ?? ''})`,
          ...(digits.length >= 7
            ? [
                sql<boolean>`exists (select from contact_phone where contact_id = contact.id and regexp_replace(phone_number, '\\D', '', 'g') like ${`%${digits}`})`,
              ]
            : []),
        ]),
      ),
    )
    .$if(after !== undefined, (q) =>
      q.where(
        sql<boolean>`(plain_text(last_name), plain_text(first_name), id) > (${after?.[0]}, ${after?.[1]}, ${after?.[2]}::uuid)`,
      ),
    )
    .orderBy(sql`plain_text(last_name)`)
    .orderBy(sql`plain_text(first_name)`)
    .orderBy('id')
    .limit(query.limit + 1)
    .execute()
  const { items, nextCursor } = pageFrom(rows, query.limit, (row) => [row.lastKey, row.firstKey, row.id])
  await recordAccess(
    database,
    reader,
    items.map(({ id }) => id),
    { way: 'list' },
  )
  return { items: items.map(({ lastKey, firstKey, ...row }): ContactInList => row), nextCursor }
}

/** Replaces a person's phone numbers; one of them is the primary, the first when none is said to be. */
export async function replacePhones(database: Database, contactId: string, phones: readonly PhoneEntry[]) {
  await database.deleteFrom('contactPhone').where('contactId', '=', contactId).execute()
  if (phones.length === 0) return
  const primary = Math.max(
    0,
    phones.findIndex((phone) => phone.isPrimary),
  )
  await database
    .insertInto('contactPhone')
    .values(
      phones.map((phone, index) => ({
        contactId,
        phoneNumber: phone.phoneNumber,
        kind: phone.kind,
        isPrimary: index === primary,
      })),
    )
    .execute()
}

/** A contact with what decides who may see its phone numbers. */
export const findPhoneOwner = (database: Database, contactId: string) =>
  database
    .selectFrom('contact')
    .leftJoin('account', 'account.contactId', 'contact.id')
    .select([
      'contact.id',
      'contact.organizationId',
      'account.organizationId as accountOrganizationId',
      'account.id as accountId',
    ])
    .where('contact.id', '=', contactId)
    .executeTakeFirst()
