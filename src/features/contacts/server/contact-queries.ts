import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import { currentImpersonator } from '#platform/server/acting-for.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { ContactRow } from '../contact.ts'
import type { PhoneEntry } from '../contact-record.ts'
import { type Reader, recordAccess } from './record-access.ts'

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
