import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { ContactRow } from '../contact.ts'

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

/**
 * Locks a person's record until the transaction ends. Whoever sends something about them waits for it, and finds no
 * organization on it once it is erased.
 */
export const lockContact = (database: Database, id: string, strength: 'share' | 'update') =>
  database
    .selectFrom('contact')
    .select(['id', 'organizationId', 'firstName', 'lastName', 'email'])
    .where('id', '=', id)
    .$if(strength === 'share', (query) => query.forShare())
    .$if(strength === 'update', (query) => query.forUpdate())
    .executeTakeFirst()
