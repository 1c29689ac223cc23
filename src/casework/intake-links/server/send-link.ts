import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import type { TFunction } from 'i18next'
import { recordAccess } from '#casework/clients/server/clients-public.ts'
import {
  deleteDeliveries,
  type SentLink,
  sendLinkMessage,
} from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { neutralWords, requireSafe, requireTexts } from '#casework/safe-contact/server/safe-contact-public.ts'
import { dialable } from '#platform/schema/phone-number.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { greeting } from '#platform/server/greeting.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { days, type MessageKind } from '#platform/server/message-kind.ts'
import { problem } from '#platform/server/problem.ts'
import type { Language } from '#platform/server/texts.ts'
import type { LinkWay } from '../intake-link.ts'

const DAY_MS = 86_400_000
/** How long a link to a person works, in days. */
const LINK_DAYS = 7
/** 96 random bits: short enough for a text message, too many to guess. */
const CODE_BYTES = 12

/** The code of a new link, and when it expires. */
export const newLink = () => ({
  code: base58.encode(randomBytes(CODE_BYTES)),
  expiresOn: new Date(Date.now() + LINK_DAYS * DAY_MS),
})

/** The portal that sends a link. */
export type LinkProduct = Pick<Config, 'productName' | 'publicUrl' | 'sendsTexts'>

/** Messages with a link to a person, at an address that they gave. */
export const linkMessage = (name: string): MessageKind => ({
  name,
  overBound: 'refuse',
  bounds: {
    recipient: { most: 5, seconds: days(1) },
    sender: { most: 100, seconds: days(1) },
    organization: { most: 500, seconds: days(1) },
  },
})

/** The words of a message with a link, from the `message` texts of a feature. They name neither the person nor the matter. */
export const linkWords = (t: TFunction, { productName: product }: Pick<Config, 'productName'>, url: string) => ({
  text: t('message.text', { product, url }),
  subject: t('message.subject', { product }),
  paragraphs: [t('message.lead'), t('message.until', { count: LINK_DAYS })],
  action: t('message.action'),
})

interface Sending {
  /** The row that the link opens, and the page that lists it. */
  link: Pick<SentLink, 'linkId' | 'page' | 'pageId'>
  way: LinkWay
  language: Language
  contactId: string
  url: string
  expiresOn: Date
  kind: MessageKind
  /** Of the message: sent once. */
  key: string
  words: ReturnType<typeof linkWords>
}

/**
 * Sends a link to a person, if it is not to be copied; in neutral words if that is safer. Records the access, and what
 * becomes of the message.
 * @throws 400 at `way.to` where the portal sends no texts, 409 contact-unsafe and 429 too-many-messages there
 */
export async function sendLink(
  database: Database,
  product: LinkProduct,
  actor: Actor,
  { link, way, language, contactId, url, expiresOn, kind, key, words }: Sending,
) {
  // Of a link that is sent again, only the newest message counts.
  await deleteDeliveries(database, [link.linkId])
  if (way.channel === 'copy') return
  const { channel, to } = way
  requireTexts(product, { channel, field: 'way.to' })
  const safety = await requireSafe(database, {
    ...{ contactId, organizationId: actor.organizationId },
    ...{ channel, to, field: 'way.to' },
  })
  await recordAccess(database, actor, [contactId], { way: 'record' })
  const { text, subject, paragraphs, action } = words
  const mail = () => ({
    subject,
    ...renderMail({
      ...{ language, productName: product.productName, title: subject },
      paragraphs: [greeting(language, ''), ...paragraphs],
      action: { label: action, url },
    }),
  })
  const { accountId: sentBy, organizationId } = actor
  if (!organizationId) throw problem('forbidden')
  await sendLinkMessage(
    database,
    { ...link, sentBy, organizationId },
    {
      ...{ kind, about: actor, key, field: 'way.to', language },
      expiresOn: safety.endOf(expiresOn),
      channel,
      to: channel === 'sms' ? dialable(to) : to,
      ...(safety.isNeutral ? neutralWords(channel, language, url) : channel === 'sms' ? { text } : mail()),
    },
  )
}
