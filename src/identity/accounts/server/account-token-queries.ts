import { sql } from 'kysely'
import { type LinkState, linkStateOf } from '#platform/schema/sent-link.ts'
import type { Database } from '#platform/server/database.ts'
import { hashCode } from './secret-hash.ts'

/** Stores what is needed to recognize, list and withdraw a mailed link; never its code. */
export const insertResetToken = (
  database: Database,
  token: {
    code: string
    accountId: string
    purpose: 'reset-password' | 'admin-reset'
    hours: number
    source: string | null
    sentBy?: string | null
  },
) =>
  database
    .insertInto('accountToken')
    .values({
      codeHash: hashCode(token.code),
      accountId: token.accountId,
      purpose: token.purpose,
      source: token.source,
      sentBy: token.sentBy ?? null,
      expiresOn: sql<string>`now() + ${token.hours} * interval '1 hour'`,
    })
    .execute()

const findToken = (database: Database, code: string) =>
  database
    .selectFrom('accountToken')
    .select(['accountId', 'expiresOn', 'usedOn', 'withdrawnOn', 'withdrawnBy'])
    .where('codeHash', '=', hashCode(code))
    .where('purpose', 'in', ['reset-password', 'admin-reset'])
    .executeTakeFirst()

/** The purpose of a link that is known to exist. */
export const findResetToken = (database: Database, code: string) =>
  database.selectFrom('accountToken').select('purpose').where('codeHash', '=', hashCode(code)).executeTakeFirstOrThrow()

/** The state of a reset link; null if there is none. */
export async function findResetLinkState(database: Database, code: string): Promise<LinkState | null> {
  const token = await findToken(database, code)
  return token ? linkStateOf(token) : null
}

/** Consumes a link. Of two simultaneous uses, only one succeeds. */
export const consumeResetToken = async (database: Database, code: string) =>
  Boolean(
    await database
      .updateTable('accountToken')
      .set({ usedOn: sql`now()` })
      .where('codeHash', '=', hashCode(code))
      .where('purpose', 'in', ['reset-password', 'admin-reset'])
      .where('usedOn', 'is', null)
      .where('withdrawnOn', 'is', null)
      .where('expiresOn', '>', sql<string>`now()`)
      .returning('id')
      .executeTakeFirst(),
  )

/**
 * Revokes all mailed links that give access to an account: reset links, and links that connect a sign-in to it.
 * @param by who withdrew them; null if they are no longer needed
 */
export async function endMailedLinks(database: Database, accountId: string, by: string | null = null) {
  await database
    .updateTable('accountToken')
    .set({ withdrawnOn: sql`now()`, withdrawnBy: by })
    .where('accountId', '=', accountId)
    .where('purpose', 'in', ['reset-password', 'admin-reset', 'link-sign-in'])
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .execute()
}

/** The links that others had mailed for an account, as a query; those that its owner requested are private. */
export const linksSentFor = (accountId: string) => sql`
  select id, case purpose when 'admin-reset' then 'resetLink' else 'confirmation' end as kind, created_on as sent_on,
    expires_on, used_on, withdrawn_on, withdrawn_by, sent_by
  from account_token where account_id = ${accountId} and purpose in ('admin-reset', 'confirm-email')`

/** Withdraws one mailed link. */
export const withdrawToken = (database: Database, id: string, by: string) =>
  database
    .updateTable('accountToken')
    .set({ withdrawnOn: sql`now()`, withdrawnBy: by })
    .where('id', '=', id)
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .execute()

/** A new link from an administrator replaces the previous ones. */
export const endAdminLinks = (database: Database, accountId: string) =>
  database
    .updateTable('accountToken')
    .set({ withdrawnOn: sql`now()` })
    .where('accountId', '=', accountId)
    .where('purpose', '=', 'admin-reset')
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .execute()

/** Stores what is needed to recognize a link that confirms an address; never its code. */
export const insertConfirmation = (
  database: Database,
  token: { codeHash: string; accountId: string; source: string | null; expiresOn: string },
) =>
  database
    .insertInto('accountToken')
    .values({ ...token, purpose: 'confirm-email' })
    .execute()

export const findConfirmation = (database: Database, codeHash: string) =>
  database
    .selectFrom('accountToken')
    .select('usedOn')
    .where('codeHash', '=', codeHash)
    .where('purpose', '=', 'confirm-email')
    .executeTakeFirst()

/** @returns how many confirmation links an account received within the hour */
export const countConfirmations = async (database: Database, accountId: string) =>
  (
    await database
      .selectFrom('accountToken')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('accountId', '=', accountId)
      .where('purpose', '=', 'confirm-email')
      .where('createdOn', '>', sql<string>`now() - interval '1 hour'`)
      .executeTakeFirstOrThrow()
  ).count

/**
 * Consumes a confirmation link and the earlier ones of its account. @returns undefined if it was used, has expired or
 * is unknown
 */
export async function consumeConfirmation(database: Database, codeHash: string) {
  const unused = database
    .updateTable('accountToken')
    .set({ usedOn: sql`now()` })
    .where('purpose', '=', 'confirm-email')
    .where('usedOn', 'is', null)
  const token = await unused
    .where('codeHash', '=', codeHash)
    .where('expiresOn', '>', sql<string>`now()`)
    .returning(['accountId', 'source'])
    .executeTakeFirst()
  if (token) await unused.where('accountId', '=', token.accountId).execute()
  return token
}
