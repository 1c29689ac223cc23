import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

type Identity = { issuer: string; subject: string; label: string | null }

export const findIdentity = (database: Database, of: Pick<Identity, 'issuer' | 'subject'>) =>
  database
    .selectFrom('signOnIdentity')
    .select(['id', 'accountId'])
    .where('issuer', '=', of.issuer)
    .where('subject', '=', of.subject)
    .executeTakeFirst()

export const listIdentities = (database: Database, accountId: string) =>
  database
    .selectFrom('signOnIdentity')
    .select(['id', 'issuer', 'label', 'linkedOn', 'lastUsedOn'])
    .where('accountId', '=', accountId)
    .orderBy('linkedOn')
    .execute()

/** Links an identity to an account; does nothing if it is already linked to any account. */
export const insertIdentity = (database: Database, accountId: string, { issuer, subject, label }: Identity) =>
  database
    .insertInto('signOnIdentity')
    .values({ accountId, issuer, subject, label, lastUsedOn: sql<string>`now()` })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()

export const noteUse = (database: Database, id: string, label: string | null) =>
  database.updateTable('signOnIdentity').set({ lastUsedOn: sql`now()`, label }).where('id', '=', id).execute()

export const deleteIdentity = (database: Database, accountId: string, id: string) =>
  database
    .deleteFrom('signOnIdentity')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .returning('id')
    .executeTakeFirst()

/** Stores an identity without an account for an hour, until its person says which account is theirs. */
export const savePending = (
  database: Database,
  browserHash: string,
  { issuer, subject, label, idTokenSealed }: Identity & { idTokenSealed: string },
) => {
  const row = { browserHash, issuer, subject, label, idTokenSealed, expiresOn: sql<string>`now() + interval '1 hour'` }
  return database
    .insertInto('signOnPending')
    .values(row)
    .onConflict((conflict) => conflict.column('browserHash').doUpdateSet(row))
    .execute()
}

export const findPending = (database: Database, browserHash: string) =>
  database
    .selectFrom('signOnPending')
    .selectAll()
    .where('browserHash', '=', browserHash)
    .where('expiresOn', '>', sql<string>`now()`)
    .executeTakeFirst()

export const consumePending = (database: Database, browserHash: string) =>
  database.deleteFrom('signOnPending').where('browserHash', '=', browserHash).returningAll().executeTakeFirst()
