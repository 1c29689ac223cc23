import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from '#platform/server/columns.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import { type ContactPhone, ContactRow } from '../contact.ts'

type Columns =
  | 'id'
  | 'organizationId'
  | 'firstName'
  | 'lastName'
  | 'title'
  | 'email'
  | 'birthDate'
  | 'language'
  | 'city'
  | 'postalCode'
  | 'createdBy'
  | 'createdOn'
  | 'changedOn'
  | 'version'
  | 'mergedInto'

/** What other features may read of a person's record. */
export type PersonRecord = Pick<ContactRow, Columns> & { name: string }

/**
 * People's records, as a table that a statement joins: `join ${personRecord.as('person')} on person.id = …`. PostgreSQL
 * plans it like a direct join of the table; a search by `plain_text(person.name)` uses the indexes on names.
 */
export const personRecord = sql<PersonRecord>`(
  select id, organization_id, first_name, last_name, title, email, birth_date, language, city, postal_code, created_by,
    created_on, changed_on, version, merged_into, first_name || ' ' || last_name as name
  from contact)`

/** People's phone numbers, as a table. */
export const personPhone = sql<Pick<ContactPhone, 'contactId' | 'phoneNumber' | 'isPrimary'>>`(
  select contact_id, phone_number, is_primary from contact_phone)`

/** A person's phone number: the primary one, otherwise the first. @param id the person's id, in SQL */
export const phoneOf = (id: RawBuilder<unknown>) =>
  sql<string | null>`(select own_phone.phone_number from contact_phone own_phone where own_phone.contact_id = ${id}
    order by own_phone.is_primary desc, own_phone.id limit 1)`

/** The people with a telephone number that ends with these digits, as an array; by the index `contact_phone_digits`. */
export const withPhoneEnding = (digits: string) => sql<string[]>`array(
  select contact_id from contact_phone
  where reverse(regexp_replace(split_part(phone_number, ';', 1), '\\D', '', 'g')) like reverse(${digits}) || '%')`

/** Escapes all special characters of LIKE. */
export const containing = (text: string): RawBuilder<string> =>
  sql`'%' || plain_text(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`

export const findContactRow = (database: Database, id: string) =>
  database
    .selectFrom('contact')
    .select(columnsOf(ContactRow))
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst()

/** The names of these people. */
export const listNames = (database: Database, ids: string[]) =>
  database.selectFrom('contact').select(['id', 'firstName', 'lastName']).where('id', 'in', ids).execute()

export const listPhones = (database: Database, contactId: string) =>
  database
    .selectFrom('contactPhone')
    .select(['id', 'phoneNumber', 'kind', 'isPrimary'])
    .where('contactId', '=', contactId)
    .orderBy('isPrimary', 'desc')
    .orderBy('id')
    .modifyEnd(prepared)
    .execute()

/**
 * Locks a person's record until the transaction ends. Code that sends something about the person waits for it, and
 * finds no organization on the record after an erasure.
 * @param strength `no-key-update` lets others meanwhile add rows that refer to the record
 */
export const lockContact = (database: Database, id: string, strength: 'share' | 'no-key-update' | 'update') =>
  database
    .selectFrom('contact')
    .select(columnsOf(ContactRow))
    .where('id', '=', id)
    .$if(strength === 'share', (query) => query.forShare())
    .$if(strength === 'no-key-update', (query) => query.forNoKeyUpdate())
    .$if(strength === 'update', (query) => query.forUpdate())
    .modifyEnd(prepared)
    .executeTakeFirst()
