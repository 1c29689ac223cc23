import type { Database } from '#platform/server/database.ts'
import { hours, type MessageKind } from '#platform/server/message-kind.ts'
import { sendMessages } from '#platform/server/messages.ts'
import type { ReferralNews } from './notify-referral.ts'
import { type Languages, type Product, type ReferralFacts, writeLinkMessage } from './referral-notice.ts'

/** To somebody without an account, at the address of their invitation. */
const linkNotice: MessageKind = {
  name: 'referral-link-notice',
  overBound: 'leave-out',
  bounds: { recipient: { most: 20, seconds: hours(24) } },
}

/**
 * Notifies whoever answers by a link of messages from the sender, or of another step of theirs. The mail cannot repeat the link, of which only a
 * fingerprint is kept.
 */
export const notifyLinkHolder = (
  database: Database,
  product: Product,
  news: Omit<ReferralNews, 'facts'> & { facts: ReferralFacts & { firstName: string } },
  { to, languages }: { to: string; languages: Languages },
) =>
  sendMessages(database, [
    {
      ...{ channel: 'email', to, kind: linkNotice, expiresOn: null },
      ...writeLinkMessage(news.facts, languages, product),
      about: { accountId: news.actorId, organizationId: news.senderOrganizationId },
      key: `referral-event:${news.eventId}:link`,
    },
  ])
