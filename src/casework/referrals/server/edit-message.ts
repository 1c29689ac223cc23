import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, runAct } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { ReferralMessage } from '../referral-call.ts'
import { editableUntil, maySeeReferral, mayWriteMessage, partiesOf } from '../referral-policy.ts'
import { publishReferral } from './notify-step.ts'
import { findMessage } from './referral-messages.ts'
import { referralProblem } from './referral-problem.ts'
import { lockReferral } from './referral-queries.ts'

/**
 * Corrects one's own message within five minutes; from then on it is marked as edited.
 * @throws 404; 403 for others, and if nothing may be written; 409 too-late-to-edit
 */
export const editMessage = (
  database: Database,
  actor: Actor,
  at: { referralId: string; id: string },
  text: string,
): Promise<ReferralMessage> =>
  runAct(database, async (transaction) => {
    const referral = await lockReferral(transaction, at.referralId)
    const who = referral ? partiesOf(actor, referral) : []
    if (!referral || !maySeeReferral(who, referral)) throw problem('not-found')
    if (!mayWriteMessage(who, referral)) throw problem('forbidden')
    const message = await transaction
      .selectFrom('referralMessage')
      .selectAll()
      .where('id', '=', at.id)
      .where('referralId', '=', at.referralId)
      .executeTakeFirst()
    if (!message) throw problem('not-found')
    if (message.authorId !== actor.accountId) throw problem('forbidden')
    if (message.text !== text) {
      if (Date.parse(editableUntil(message.createdOn)) < Date.now()) throw referralProblem('too-late-to-edit')
      await transaction
        .updateTable('referralMessage')
        .set({ text, editedOn: new Date().toISOString() })
        .where('id', '=', at.id)
        .execute()
      await recordAudit(transaction, {
        ...{ actorId: actor.accountId, action: 'referral.editMessage', subjectType: 'referral' },
        ...{ subjectId: at.referralId, detail: { messageId: at.id } },
      })
      await publishReferral(transaction, referral)
    }
    return (await findMessage(transaction, actor, at.id)) as ReferralMessage
  })
