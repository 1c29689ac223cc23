import { dialable } from '#platform/schema/phone-number.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { greeting } from '#platform/server/greeting.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { days, type MessageKind } from '#platform/server/message-kind.ts'
import { type NewMessage, sendMessage } from '#platform/server/messages.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }

const texts = createTexts({ en, es })
type Product = Pick<Config, 'productName' | 'publicUrl' | 'contactEmail'>

export interface Recipient {
  email: string
  language: Language
  firstName: string
}
/** The same for all outcomes of an invitation, so that it does not reveal who has an account. */
const invitation: MessageKind = {
  name: 'invitation',
  overBound: 'refuse',
  bounds: { recipient: { most: 5, seconds: days(1) }, organization: { most: 200, seconds: days(1) } },
}
/** To a new address or number that a person entered. */
const confirmation: MessageKind = {
  name: 'address-confirmation',
  overBound: 'refuse',
  bounds: { recipient: { most: 10, seconds: days(1) }, sender: { most: 50, seconds: days(1) } },
}

/** To the owner of an account whose address an administrator wants to change. */
const approval: MessageKind = {
  name: 'address-approval',
  overBound: 'refuse',
  bounds: { recipient: { most: 10, seconds: days(1) } },
}
const kindOf: Record<Letter['kind'], MessageKind> = {
  invitation,
  platformInvitation: invitation,
  hasAccount: invitation,
  confirmEmail: confirmation,
  approveEmail: approval,
  emailTaken: confirmation,
}

interface Letter extends Pick<NewMessage, 'about' | 'expiresOn'> {
  kind: 'invitation' | 'platformInvitation' | 'hasAccount' | 'confirmEmail' | 'approveEmail' | 'emailTaken'
  key: string
  words?: Record<string, string>
  /** The target of the mail's button, on this portal. */
  path?: string
}

/** Sends a person a mail about their account or invitation, in the caller's transaction. */
export async function sendTeamMail(database: Database, product: Product, to: Recipient, letter: Letter) {
  const t = texts(to.language)
  const words = {
    greeting: greeting(to.language, to.firstName),
    product: product.productName,
    contactEmail: product.contactEmail,
    ...letter.words,
  }
  const title = t(`${letter.kind}.title`, words)
  const mail = renderMail({
    language: to.language,
    title,
    paragraphs: t(`${letter.kind}.paragraphs`, { ...words, returnObjects: true }) as string[],
    productName: product.productName,
    ...(letter.path
      ? { action: { label: t(`${letter.kind}.action`, words), url: `${product.publicUrl}${letter.path}` } }
      : {}),
  })
  await sendMessage(database, {
    channel: 'email',
    to: to.email,
    kind: kindOf[letter.kind],
    field: 'email',
    about: letter.about,
    expiresOn: letter.expiresOn,
    subject: title,
    key: letter.key,
    ...mail,
  })
}

/** Texts the link that confirms a telephone number to that number. */
export const textConfirmation = (
  database: Database,
  product: Product,
  to: { phoneNumber: string; language: Language; path: string; key: string } & Pick<NewMessage, 'about' | 'expiresOn'>,
) =>
  sendMessage(database, {
    channel: 'sms',
    to: dialable(to.phoneNumber),
    kind: confirmation,
    field: 'phoneNumber',
    about: to.about,
    expiresOn: to.expiresOn,
    text: texts(to.language)('confirmPhone', {
      product: product.productName,
      url: `${product.publicUrl}${to.path}`,
    }),
    key: to.key,
  })
