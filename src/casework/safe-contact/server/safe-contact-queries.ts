import { sql } from 'kysely'
import { columnsOf } from '#platform/server/columns.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { type SafeContact, type SafeContactChange, SafeContactRow } from '../safe-contact.ts'

/** The table, as other features' statements join it. */
export const safeContacts = sql<SafeContactRow>`(select * from safe_contact)`

const rulesOf = ({ contactId, changedBy, ...rules }: SafeContactRow): SafeContact => rules

/** How these people may be contacted, by person; nobody asked those who are missing. */
export async function listSafeContacts(database: Database, contactIds: string[]): Promise<Map<string, SafeContact>> {
  if (contactIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('safeContact')
    .select(columnsOf(SafeContactRow))
    .where('contactId', 'in', contactIds)
    .execute()
  return new Map(rows.map((row) => [row.contactId, rulesOf(row)]))
}

/** How a person may be contacted; null if nobody asked yet. */
export async function findSafeContact(database: Database, contactId: string): Promise<SafeContact | null> {
  const row = await database
    .selectFrom('safeContact')
    .select(columnsOf(SafeContactRow))
    .where('contactId', '=', contactId)
    .modifyEnd(prepared)
    .executeTakeFirst()
  return row ? rulesOf(row) : null
}

const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`

/**
 * Saves how a person may be contacted. The caller has locked the person.
 * @throws problem stale-version if somebody saved it since it was read
 */
export async function saveSafeContact(
  database: Database,
  accountId: string,
  contactId: string,
  { version, phones, hours, ...given }: SafeContactChange,
) {
  const current = await findSafeContact(database, contactId)
  if ((current?.version ?? 0) !== version) throw problem('stale-version')
  const row = {
    ...given,
    ...{ phones: json(phones), hours: json(hours), version: version + 1, changedBy: accountId },
    changedOn: new Date().toISOString(),
  }
  await database
    .insertInto('safeContact')
    .values({ contactId, ...row })
    .onConflict((conflict) => conflict.column('contactId').doUpdateSet(row))
    .execute()
}

/** Deletes how a person may be contacted, in the erasure's transaction. */
export const eraseSafeContact = (database: Database, contactId: string) =>
  database.deleteFrom('safeContact').where('contactId', '=', contactId).execute()
