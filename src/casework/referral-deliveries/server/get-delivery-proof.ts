import { listDeliveries } from '#casework/referral-notices/server/referral-notices-public.ts'
import { getDeliveryState } from '#casework/referrals/server/referrals-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import type { DeliveryProof } from '../delivery-proof.ts'

/** What the sender may know of a referral's way to its recipient. @throws 404 for everybody else */
export async function getDeliveryProof(database: Database, actor: Actor, id: string): Promise<DeliveryProof> {
  const state = await getDeliveryState(database, actor, id)
  const notices = await listDeliveries(database, id)
  const invitation = notices.filter(({ purpose }) => purpose === 'invitation').at(-1)
  const failure = invitation?.failures[0]?.failure ?? null
  return { ...state, notices, undelivered: state.mayInviteAgain ? failure : null }
}
