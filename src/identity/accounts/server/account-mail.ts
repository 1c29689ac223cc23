import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { greeting } from '#platform/server/greeting.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { days, hours, type MessageKind } from '#platform/server/message-kind.ts'
import { type NewMessage, sendMessage, type Words } from '#platform/server/messages.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }

const texts = createTexts({ en, es })

export interface Owner {
  email: string
  language: Language
  firstName: string
}
const kinds = {
  resetPassword: {
    name: 'reset-link',
    overBound: 'leave-out',
    bounds: { recipient: { most: 5, seconds: hours(1) } },
  },
  /** Sent after 'this was not me'; its reader has no other way to sign in. */
  secured: { name: 'securing-link', overBound: 'leave-out', bounds: { recipient: { most: 20, seconds: hours(1) } } },
  adminReset: {
    name: 'admin-reset-link',
    overBound: 'refuse',
    bounds: {
      recipient: { most: 5, seconds: hours(1) },
      sender: { most: 50, seconds: hours(1) },
      organization: { most: 100, seconds: hours(1) },
    },
  },
  memberInvitation: {
    name: 'member-invitation',
    overBound: 'refuse',
    bounds: { recipient: { most: 5, seconds: days(1) }, organization: { most: 200, seconds: days(1) } },
  },
} as const satisfies Record<string, MessageKind>

interface Letter extends Pick<NewMessage, 'about' | 'expiresOn' | 'reportTo'> {
  kind: keyof typeof kinds
  key: string
  /** The target of the mail's button, on this portal. */
  path?: string
  /** Instead of the usual words, for a reader whose mailbox others may see. */
  words?: Words
}

/** Sends the owner of an account a mail about its password, in the caller's transaction. @returns as `sendMessage` */
export async function sendAccountMail(
  database: Database,
  config: Pick<Config, 'productName' | 'publicUrl' | 'contactEmail'>,
  owner: Owner,
  letter: Letter,
) {
  const t = texts(owner.language)
  const words = {
    greeting: greeting(owner.language, owner.firstName),
    product: config.productName,
    contactEmail: config.contactEmail,
  }
  const title = t(`${letter.kind}.title`, words)
  const action = letter.path && {
    label: t(`${letter.kind}.action`, words),
    url: `${config.publicUrl}${letter.path}`,
  }
  const mail = renderMail({
    language: owner.language,
    title,
    paragraphs: t(`${letter.kind}.paragraphs`, { ...words, returnObjects: true }) as string[],
    productName: config.productName,
    ...(action ? { action } : {}),
  })
  return sendMessage(database, {
    channel: 'email',
    to: owner.email,
    kind: kinds[letter.kind],
    about: letter.about,
    expiresOn: letter.expiresOn,
    subject: title,
    key: letter.key,
    ...(letter.reportTo && { reportTo: letter.reportTo }),
    ...mail,
    ...letter.words,
  })
}
