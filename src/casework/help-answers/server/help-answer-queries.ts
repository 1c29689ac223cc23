import { sql } from 'kysely'
import { lockReferral, publishChange, settleHelp } from '#casework/referrals/server/referrals-public.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { HelpAnswerRow, isContradiction } from '../help-answer.ts'

/** What a person answered, oldest first. */
export const listHelpOf = (database: Database, contactId: string) =>
  database
    .selectFrom('helpAnswer')
    .select(columnsOf(HelpAnswerRow))
    .where('contactId', '=', contactId)
    .orderBy('answeredOn')
    .orderBy('referralId')
    .execute()

/** What the people of a referral answered. */
export const listHelpFor = (database: Database, referralId: string) =>
  database
    .selectFrom('helpAnswer')
    .select(columnsOf(HelpAnswerRow))
    .select(accountName(sql.ref('help_answer.recorded_by')).$castTo<string | null>().as('recordedByName'))
    .where('referralId', '=', referralId)
    .orderBy('answeredOn')
    .orderBy('contactId')
    .execute()

/**
 * Deletes what a person answered, in the transaction of their erasure, which has locked their referrals. An answer that
 * is gone no longer waits for the sender.
 */
export async function eraseHelp(database: Database, contactId: string) {
  const gone = await database
    .deleteFrom('helpAnswer')
    .where('contactId', '=', contactId)
    .returning('referralId')
    .execute()
  for (const { referralId } of gone) {
    const referral = await lockReferral(database, referralId)
    if (!referral?.helpDeniedOn) continue
    const left = await listHelpFor(database, referralId)
    if (left.some(({ answer }) => isContradiction(referral, answer))) continue
    await settleHelp(database, referral)
    await publishChange(database, referralId)
  }
}
