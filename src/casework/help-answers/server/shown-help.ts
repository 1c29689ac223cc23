import { shortName } from '#casework/clients/contact-record.ts'
import { recordAccess } from '#casework/clients/server/clients-public.ts'
import {
  lockReferral,
  publishChange,
  readableContact,
  readReferral,
  settleHelp,
} from '#casework/referrals/server/referrals-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, runAct } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { isContradiction, type ShownHelps } from '../help-answer.ts'
import { listHelpFor } from './help-answer-queries.ts'

/** What the people of a referral answered, for whoever sees the details. @throws 404 */
export async function listShownHelp(database: Database, actor: Actor, referralId: string): Promise<ShownHelps> {
  const { isSender } = await readableContact(database, actor, referralId)
  const referral = await readReferral(database, referralId)
  if (!referral) throw problem('not-found')
  const answers = await listHelpFor(database, referralId)
  const people = answers.map(({ contactId }) => contactId)
  await recordAccess(database, actor, people, { way: 'referral', referralId })
  const items = await Promise.all(
    answers.map(async ({ contactId, answer, comment, changedOn }) => {
      const person = await findContactRow(database, contactId)
      return {
        ...{ answer, changedOn, comment: isSender ? comment : null },
        name: person ? shortName(person) : '',
        contradicts: isContradiction(referral, answer),
      }
    }),
  )
  return { items, deniedOn: isSender ? referral.helpDeniedOn : null }
}

/** The sender looked into a contradiction, which then no longer waits. Safe to repeat. @throws 404, 403 */
export const settleShownHelp = (database: Database, actor: Actor, referralId: string) =>
  runAct(database, async (transaction) => {
    const { isSender } = await readableContact(transaction, actor, referralId)
    if (!isSender) throw problem('forbidden')
    const referral = await lockReferral(transaction, referralId)
    if (!referral?.helpDeniedOn) return
    await settleHelp(transaction, referral)
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: 'referral.settleHelp', subjectType: 'referral', subjectId: referralId },
    })
    await publishChange(transaction, referralId)
  })
