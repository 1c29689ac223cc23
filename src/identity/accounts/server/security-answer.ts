import { sql } from 'kysely'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { AccountRow } from '../account.ts'
import { type Origin, recordAccountEvent } from './account-event.ts'
import { accountProblem } from './account-problem.ts'
import type { GuessThrottle } from './guess-throttle.ts'
import { verifyAnswer } from './secret-hash.ts'
import { notifyOwner } from './security-mail.ts'

export const MOST_TRIES = 5

/** Counts an attempt on a mailed link before it is checked, so that concurrent guesses cannot bypass the limit. */
const countTry = (database: Database, codeHash: string) =>
  database
    .updateTable('accountToken')
    .set({ tries: sql`tries + 1` })
    .where('codeHash', '=', codeHash)
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .where('tries', '<', MOST_TRIES)
    .returning('codeHash')
    .executeTakeFirst()

/** Only wrong answers count; a correct one with a weak password may be sent again. */
const refundAttempt = (database: Database, codeHash: string) =>
  database.updateTable('accountToken').set({ tries: sql`tries - 1` }).where('codeHash', '=', codeHash).execute()

/** The last allowed wrong answer of the day: someone may be reading the owner's mail and guessing. */
const notifyUsedUp = (database: Database, config: Config, accountId: string, origin: Origin) =>
  database.transaction().execute(async (transaction) => {
    await recordAccountEvent(transaction, { accountId, actorId: null, kind: 'security-answers-used-up', ...origin })
    await notifyOwner(transaction, config, accountId, 'answersUsedUp', origin)
  })

/**
 * Checks the security answer for a mailed link. Five wrong answers consume the link, ten are the limit per account and
 * day; then its owner is notified.
 * @param link.codeHash the hash of the link's code
 * @throws problem gone, too-many-requests, wrong-answer (400)
 */
export async function requireSecurityAnswer(
  { database, config, guesses }: { database: Database; config: Config; guesses: GuessThrottle },
  account: Pick<AccountRow, 'id' | 'securityAnswerHash'>,
  link: { codeHash: string; answer: string; origin: Origin },
) {
  if (!(await countTry(database, link.codeHash))) throw problem('gone', { extra: { reason: 'used' } })
  const isLast = await guesses.countAnswer(account.id)
  if (!(await verifyAnswer(account.securityAnswerHash ?? '', link.answer))) {
    if (isLast) await notifyUsedUp(database, config, account.id, link.origin)
    throw accountProblem('wrong-answer')
  }
  await guesses.forgiveAnswer(account.id)
  await refundAttempt(database, link.codeHash)
}
