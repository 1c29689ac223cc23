import { sql } from 'kysely'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { addJob, type Task } from '#platform/server/jobs.ts'
import { nobody } from '#platform/server/message-kind.ts'
import { type Origin, recordAccountEvent } from './account-event.ts'
import { findRecoverable, recoveryAddressOf } from './account-freeze.ts'
import { sendAccountMail } from './account-mail.ts'
import { getPersonOfAccount, lockAccountRow } from './account-queries.ts'
import { insertResetToken } from './account-token-queries.ts'
import { signResetLink } from './reset-link.ts'
import { hashCode, newCode } from './secret-hash.ts'

export const forgotPasswordTask = 'forgot-password'
const HOURS = 1
/** Enough for forgetful people, but few enough not to bother someone whose address another person entered. */
const MOST_AN_HOUR = 5

async function countLinks(database: Database, accountId: string) {
  const { count } = await database
    .selectFrom('accountToken')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('purpose', '=', 'reset-password')
    .where('createdOn', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A new link invalidates the previous ones, so that attempts do not add up. */
async function issueCode(database: Database, accountId: string, source: string | null) {
  await database
    .updateTable('accountToken')
    .set({ withdrawnOn: sql`now()` })
    .where('accountId', '=', accountId)
    .where('purpose', '=', 'reset-password')
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .execute()
  const code = newCode()
  await insertResetToken(database, { code, accountId, purpose: 'reset-password', hours: HOURS, source })
  return code
}

/** Queues a job that mails a link to this address, if it has an account, once the caller's transaction commits. */
export const requestPasswordReset = (
  database: Database,
  email: string,
  source: string | null = null,
  origin: Origin = {},
) => addJob(database, forgotPasswordTask, { email, source, ...origin })

interface Asked extends Origin {
  email: string
  source: string | null
  isSecuring?: boolean
}

/** Mails a reset link to the owner of an account that was just frozen, regardless of earlier requests. */
export const requestSecuringReset = (database: Database, email: string) =>
  addJob(database, forgotPasswordTask, { email, source: null, isSecuring: true })

/**
 * The job for a forgotten password: mails a link that works once, for one hour. It runs separately from the request, so
 * that the response and its timing are the same whether or not the address has an account. Without a security question,
 * the link lets the owner choose one.
 */
export function forgotPassword({ database, config }: { database: Database; config: Config }): Task {
  return async (payload) => {
    const { email, source, isSecuring, from, userAgent } = payload as Asked
    await database.transaction().execute(async (transaction) => {
      const found = await findRecoverable(transaction, email)
      if (!found) return
      await lockAccountRow(transaction, found.id)
      // Checked again under the lock: when an address is changed or an account is deactivated, its links are revoked
      // only once.
      const account = await findRecoverable(transaction, email)
      if (account?.id !== found.id || account.deactivatedOn) return
      if (!isSecuring && (await countLinks(transaction, account.id)) >= MOST_AN_HOUR) return
      const code = await issueCode(transaction, account.id, source)
      const link = account.securityQuestion
        ? `/auth/reset/${code}`
        : `/auth/adminReset/${await signResetLink(config, account, { hours: HOURS, source, code })}`
      const { firstName } = await getPersonOfAccount(transaction, account.id)
      await sendAccountMail(
        transaction,
        config,
        { ...account, firstName, email: await recoveryAddressOf(transaction, account) },
        {
          kind: isSecuring ? 'secured' : 'resetPassword',
          about: nobody,
          expiresOn: new Date(Date.now() + HOURS * 60 * 60 * 1000),
          path: source ? `${link}?source=${encodeURIComponent(source)}` : link,
          key: `reset-password:${hashCode(code)}`,
        },
      )
      await recordAudit(transaction, {
        actorId: null,
        action: 'password-reset-asked',
        subjectType: 'account',
        subjectId: account.id,
      })
      const accountId = account.id
      await recordAccountEvent(transaction, { accountId, actorId: null, kind: 'reset-link-asked', from, userAgent })
    })
  }
}
