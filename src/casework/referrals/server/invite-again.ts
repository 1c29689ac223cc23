import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { runAct } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { DirectReferralContact } from '../referral-call.ts'
import { maySeeReferral, partiesOf } from '../referral-policy.ts'
import { contactColumns } from './create-referral.ts'
import { publishReferral } from './notify-step.ts'
import type { ReferralServices } from './referral-context.ts'
import { lockInvitations } from './referral-invitation.ts'
import { mayInviteOther } from './referral-link.ts'
import { findRecipient, insertStep, lockReferral, updateReferral } from './referral-queries.ts'
import { clockOf, invite } from './send-referral.ts'

/**
 * Sends the invitation of a referral again, to another person or address. The earlier link stops working, and the
 * referral waits as long as the new one is valid.
 * @param version of the referral as the actor saw it, so that pressing twice sends one invitation
 * @throws 404 if the actor may not see it, 403 if they are not the sender, 409 stale-version, or illegal-transition if
 * no invitation waits
 */
export const inviteAgain = (
  { database, config }: ReferralServices,
  actor: Actor,
  id: string,
  { version, ...contact }: DirectReferralContact & { version: number },
) =>
  runAct(database, async (transaction) => {
    await lockInvitations(transaction, id)
    const referral = await lockReferral(transaction, id)
    const who = referral ? partiesOf(actor, referral) : []
    if (!referral || !maySeeReferral(who, referral)) throw problem('not-found')
    if (!who.includes('sender')) throw problem('forbidden')
    if (version !== referral.version) throw problem('stale-version')
    const recipient = await findRecipient(transaction, referral.recipientOrganizationId)
    if (!recipient || !referral.snapshot || !(await mayInviteOther(transaction, referral)))
      throw problem('illegal-transition')
    const invited = { ...referral, ...contactColumns(contact) }
    await updateReferral(transaction, referral, { ...contactColumns(contact), ...clockOf(new Date(), false) })
    const stepId = await insertStep(transaction, {
      referralId: id,
      action: 'inviteAgain',
      fromStatus: referral.status,
      toStatus: referral.status,
      actorId: actor.accountId,
      organizationId: actor.organizationId,
    })
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: 'referral.inviteAgain', subjectType: 'referral', subjectId: id },
      detail: { recipientOrganizationId: recipient.id },
    })
    await invite(transaction, config, actor, invited, recipient.name, referral.snapshot, stepId, 'email')
    await publishReferral(transaction, referral)
  })
