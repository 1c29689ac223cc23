import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

export const listPasskeys = (database: Database, accountId: string) =>
  database
    .selectFrom('passkey')
    .select(['id', 'name', 'isSynced', 'createdOn', 'lastUsedOn', 'credentialId', 'transports'])
    .where('accountId', '=', accountId)
    .orderBy('createdOn')
    .execute()

export const findByCredential = (database: Database, credentialId: string) =>
  database.selectFrom('passkey').selectAll().where('credentialId', '=', credentialId).executeTakeFirst()

export const insertPasskey = (
  database: Database,
  passkey: {
    accountId: string
    credentialId: string
    publicKey: Uint8Array
    counter: number
    transports: string[]
    name: string
    isSynced: boolean
  },
) =>
  database
    .insertInto('passkey')
    .values({ ...passkey, publicKey: Buffer.from(passkey.publicKey) })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()

/**
 * Records a use with the authenticator's counter. Of two uses with the same counter, only one is recorded;
 * authenticators without a counter always send 0.
 * @returns whether the counter has increased
 */
export async function noteUse(
  database: Database,
  id: string,
  { counter, isSynced }: { counter: number; isSynced: boolean },
) {
  const noted = await database
    .updateTable('passkey')
    .set({ counter, isSynced, lastUsedOn: sql`now()` })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('counter', '<', counter),
        where.and([where('counter', '=', 0), where(sql.lit(counter), '=', 0)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

export const renamePasskey = (database: Database, accountId: string, id: string, name: string) =>
  database
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .returning('id')
    .executeTakeFirst()

export const deletePasskey = (database: Database, accountId: string, id: string) =>
  database
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .returning('id')
    .executeTakeFirst()
