import type { InTransaction } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { ReferralRow } from '../referral.ts'
import type { NewReferralMessage, TransitionCall } from '../referral-call.ts'
import { isHeld } from '../referral-policy.ts'
import { showReferral } from './get-referral.ts'
import type { LinkHolder, Product } from './referral-context.ts'
import { putMessage, readMessages } from './referral-messages.ts'
import { findReferralRow, findRequest, lockReferral } from './referral-queries.ts'
import { take } from './transition-referral.ts'

/** The person who proved the address of the invitation answers as the recipient. */
const who = ['recipient'] as const
const MOST_MESSAGES = 200

/** @throws 410 once it is open to accounts */
export function requireHeld(referral: Pick<ReferralRow, 'sentOn' | 'recipientConfirmedOn'>) {
  if (!isHeld(referral)) throw problem('gone')
}

interface Answering {
  holder: LinkHolder
  referralId: string
}

/** Takes a step of the state machine, as accounts do. The caller has locked the link. */
export const takeByLink = (
  transaction: InTransaction,
  product: Product,
  { holder, referralId, call }: Answering & { call: TransitionCall },
) =>
  take(transaction, product, {
    ...{ actor: holder, id: referralId, call },
    partiesFor: (referral) => {
      requireHeld(referral)
      return who
    },
  })

/**
 * A referral with its messages, as the holder of its link sees it; the access is recorded. The first reading
 * acknowledges the referral, as opening its page does. The caller has locked the link.
 * @throws 404, 410
 */
export async function readByLink(transaction: InTransaction, product: Product, { holder, referralId }: Answering) {
  const before = await findReferralRow(transaction, referralId)
  if (before?.status === 'Sent')
    await takeByLink(transaction, product, { holder, referralId, call: { action: 'view', version: before.version } })
  const row = await findReferralRow(transaction, referralId)
  const request = row && (await findRequest(transaction, row.requestId))
  if (!row || !request) throw problem('not-found')
  requireHeld(row)
  const referral = await showReferral(transaction, row, request, { who, reader: holder, way: 'answer-link' })
  const { items } = referral.person
    ? await readMessages(transaction, holder, referralId, { limit: MOST_MESSAGES })
    : { items: [] }
  return { referral, messages: items.reverse() }
}

/** Writes a message. Safe to repeat with the same `id`. The caller has locked the link. @throws 404, 403, 409, 410 */
export async function writeByLink(
  transaction: InTransaction,
  { holder, referralId, message }: Answering & { message: NewReferralMessage },
) {
  const referral = await lockReferral(transaction, referralId)
  if (referral) requireHeld(referral)
  return putMessage(transaction, referral, who, holder, message)
}
