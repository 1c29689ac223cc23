import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { hashCode } from './secret-hash.ts'

/** Saves what a link needs that ties a waiting identity to an account; never its code. It works in one browser only. */
export const insertSignInLink = (
  database: Database,
  { code, ...link }: { code: string; accountId: string; browserHash: string; expiresOn: string },
) =>
  database
    .insertInto('accountToken')
    .values({ ...link, codeHash: hashCode(code), purpose: 'link-sign-in' })
    .execute()

/** A valid mailed link, in the browser where it was requested. */
export const findSignInLink = (database: Database, code: string, browserHash: string) =>
  database
    .selectFrom('accountToken')
    .innerJoin('account', 'account.id', 'accountToken.accountId')
    .select(['accountToken.accountId', 'account.email'])
    .where('accountToken.codeHash', '=', hashCode(code))
    .where('accountToken.browserHash', '=', browserHash)
    .where('accountToken.usedOn', 'is', null)
    .where('accountToken.withdrawnOn', 'is', null)
    .where('accountToken.expiresOn', '>', sql<string>`now()`)
    .executeTakeFirst()

/** @returns how many such links were sent for an account within the hour */
export const countSignInLinks = async (database: Database, accountId: string) =>
  (
    await database
      .selectFrom('accountToken')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('accountId', '=', accountId)
      .where('purpose', '=', 'link-sign-in')
      .where('createdOn', '>', sql<string>`now() - interval '1 hour'`)
      .executeTakeFirstOrThrow()
  ).count

const openLinks = (database: Database, browserHash: string) =>
  database
    .updateTable('accountToken')
    .where('browserHash', '=', browserHash)
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)

/** Links to an earlier identity of the same browser must not tie the new one. */
export const withdrawSignInLinks = (database: Database, browserHash: string) =>
  openLinks(database, browserHash).set({ withdrawnOn: sql`now()` }).execute()

/** The identity is tied by this link: it is used, and the browser's other links end. */
export async function consumeSignInLinks(database: Database, browserHash: string, code: string) {
  await openLinks(database, browserHash).where('codeHash', '=', hashCode(code)).set({ usedOn: sql`now()` }).execute()
  await withdrawSignInLinks(database, browserHash)
}

/** The limit on links looks back an hour; what ties several accounts to one browser is not kept longer than a day. */
export const deleteOldSignInLinks = (database: Database) =>
  database
    .deleteFrom('accountToken')
    .where('purpose', '=', 'link-sign-in')
    .where('expiresOn', '<', sql<string>`now() - interval '1 day'`)
    .execute()
