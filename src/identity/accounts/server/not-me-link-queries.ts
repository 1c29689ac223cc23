import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

/** Stores what is needed to recognize a 'this was not me' link; never its code. */
export const insertNotMeLink = (
  database: Database,
  link: { codeHash: string; accountId: string; kind: string; sentTo: string },
) => database.insertInto('notMeLink').values(link).execute()

export const findNotMeLink = (database: Database, codeHash: string) =>
  database
    .selectFrom('notMeLink')
    .selectAll()
    .select(sql<boolean>`expires_on <= now()`.as('isExpired'))
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()

/** Consumes a link; of any number of simultaneous uses, one succeeds. */
export const consumeNotMeLink = (database: Database, codeHash: string) =>
  database
    .updateTable('notMeLink')
    .set({ usedOn: sql`now()` })
    .where('codeHash', '=', codeHash)
    .where('usedOn', 'is', null)
    .where('expiresOn', '>', sql<string>`now()`)
    .returning(['accountId', 'sentTo', 'createdOn', 'kind'])
    .executeTakeFirst()

/**
 * Consumes an account's other open links that are not older than a time. Earlier ones stay: they went to an address
 * that is nearer to the rightful owner.
 */
export const consumeNotMeLinksSince = (database: Database, accountId: string, since: string) =>
  database
    .updateTable('notMeLink')
    .set({ usedOn: sql`now()` })
    .where('accountId', '=', accountId)
    .where('createdOn', '>=', since)
    .where('usedOn', 'is', null)
    .execute()
