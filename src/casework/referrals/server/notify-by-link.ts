import { notifyLinkHolder } from '#casework/referral-notices/server/referral-notices-public.ts'
import type { Database } from '#platform/server/database.ts'
import { isHeld } from '../referral-policy.ts'
import { newsOf } from './notify-step.ts'
import type { Acting, NoticeProduct } from './referral-context.ts'
import { languagesOfInvited } from './referral-invitation.ts'
import { findLinkAddress } from './referral-link.ts'
import type { WholeReferral } from './referral-queries.ts'

/** Who can open a held referral by their link. */
export type LinkAddress = NonNullable<Awaited<ReturnType<typeof findLinkAddress>>>
export const findReaderByLink = async (database: Database, referral: WholeReferral) =>
  isHeld(referral) ? findLinkAddress(database, referral.id) : undefined

/** Steps that end a referral for whoever answers by its link. */
const endings: readonly string[] = ['recall', 'recallTaken', 'closeUnresolved']

/** Whom such a step by somebody else ends it for; read before the step, which may end the link. */
export const findReaderOfEnd = async (
  database: Database,
  referral: WholeReferral,
  { action, isByRecipient }: { action: string; isByRecipient: boolean },
) => (endings.includes(action) && !isByRecipient ? findReaderByLink(database, referral) : undefined)

/** Notifies them of a step. */
export async function notifyByLink(
  database: Database,
  product: NoticeProduct,
  referral: WholeReferral,
  { email, firstName }: LinkAddress,
  { actor, ...step }: { id: string; action: string; actor: Acting },
) {
  const news = await newsOf(database, referral, actor, step)
  const languages = await languagesOfInvited(database, email, referral)
  const facts = { ...news.facts, firstName: firstName ?? '' }
  await notifyLinkHolder(database, product, { ...news, facts }, { to: email, languages })
}

/** Notifies whoever can open a referral by its link that it is as it was before. */
export async function notifyBackByLink(
  database: Database,
  product: NoticeProduct,
  referral: WholeReferral,
  step: { id: string; action: 'restore' | 'undoBySender'; actor: Acting },
) {
  const reader = await findReaderByLink(database, referral)
  if (reader) await notifyByLink(database, product, referral, reader, step)
}
