import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { ContactRow } from '../contact.ts'

/** Escapes all special characters of LIKE. */
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

/**
 * Locks a person's record until the transaction ends. Code that sends something about the person waits for it, and
 * finds no organization on the record after an erasure.
 */
export const lockContact = (database: Database, id: string, strength: 'share' | 'update') =>
  database
    .selectFrom('contact')
    .select(['id', 'organizationId', 'firstName', 'lastName', 'email'])
    .where('id', '=', id)
    .$if(strength === 'share', (query) => query.forShare())
    .$if(strength === 'update', (query) => query.forUpdate())
    .executeTakeFirst()
