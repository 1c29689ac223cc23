import { sql } from 'kysely'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { type Binding, newState } from './provider.ts'

const LIFE = sql<string>`now() + interval '10 minutes'`

export interface Aim {
  purpose: 'sign-in' | 'link' | 'confirm'
  accountId: string | null
  returnPath: string | null
}

/** Stores for ten minutes that this browser was sent to the provider, and why. */
export async function beginAttempt(
  { database, config }: { database: Database; config: Config },
  browser: string,
  aim: Aim,
): Promise<Binding> {
  const state = newState(config)
  await database
    .insertInto('signOnAttempt')
    .values({ ...aim, stateHash: hashCode(state), browserHash: hashCode(browser), expiresOn: LIFE })
    .execute()
  return { state, browser }
}

/** Consumes an attempt: a state is accepted once, and only in the same browser. */
export const consumeAttempt = (database: Database, binding: Binding) =>
  database
    .deleteFrom('signOnAttempt')
    .where('stateHash', '=', hashCode(binding.state))
    .where('browserHash', '=', hashCode(binding.browser))
    .where('expiresOn', '>', sql<string>`now()`)
    .returning(['purpose', 'accountId', 'returnPath'])
    .executeTakeFirst()
