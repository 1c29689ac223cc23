import type { Actor } from '#platform/schema/roles.ts'
import { runAct } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { endedBeforeConfirmation, isHeld, maySeeReferral, partiesOf } from '../referral-policy.ts'
import { listConfirmable } from './held-queries.ts'
import { openHeldReferral } from './open-held-referral.ts'
import type { ReferralServices } from './referral-context.ts'
import { findRecipient, findReferralRow, lockReferral } from './referral-queries.ts'

/**
 * The sender confirms who registered for the recipient: opens this held referral, or all that the sender holds for
 * them. Safe to repeat.
 * @throws 404 if the actor may not see it, 403 if they are not the sender, 409 illegal-transition while nobody there
 * has an account
 */
export const confirmRecipient = (
  { database, config }: ReferralServices,
  actor: Actor,
  id: string,
  { all }: { all: boolean },
) =>
  runAct(database, async (transaction) => {
    const row = await findReferralRow(transaction, id)
    const who = row ? partiesOf(actor, row) : []
    if (!row || !maySeeReferral(who, row)) throw problem('not-found')
    if (!who.includes('sender')) throw problem('forbidden')
    if (!isHeld(row) && row.sentOn !== null) return
    const recipient = await findRecipient(transaction, row.recipientOrganizationId)
    if (!recipient?.hasAccount || row.sentOn === null || endedBeforeConfirmation.includes(row.status))
      throw problem('illegal-transition')
    for (const each of all ? await listConfirmable(transaction, row) : [id]) {
      const referral = await lockReferral(transaction, each)
      if (referral && isHeld(referral) && !endedBeforeConfirmation.includes(referral.status))
        await openHeldReferral(transaction, config, referral, actor)
    }
  })
