import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'

const LIFE = sql<string>`now() + interval '5 minutes'`
type Purpose = 'register' | 'confirm'

/** Creates a challenge that can be used once, within five minutes, for this purpose and by this account. */
export async function issueChallenge(database: Database, purpose: Purpose, accountId: string) {
  const challenge = new Uint8Array(randomBytes(32))
  const challengeHash = hashCode(Buffer.from(challenge).toString('base64url'))
  await database.insertInto('passkeyChallenge').values({ challengeHash, purpose, accountId, expiresOn: LIFE }).execute()
  return challenge
}

/** Consumes a challenge; false if there is none. */
export async function consumeChallenge(
  database: Database,
  purpose: Purpose,
  { challenge, accountId }: { challenge: string; accountId: string },
) {
  const taken = await database
    .deleteFrom('passkeyChallenge')
    .where('challengeHash', '=', hashCode(challenge))
    .where('purpose', '=', purpose)
    .where('accountId', '=', accountId)
    .where('expiresOn', '>', sql<string>`now()`)
    .returning('challengeHash')
    .executeTakeFirst()
  return taken !== undefined
}
