import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { sendMessage } from '#platform/server/messages.ts'
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
interface Letter {
  kind: 'invitation' | 'platformInvitation' | 'hasAccount' | 'confirmEmail' | 'emailTaken'
  key: string
  words?: Record<string, string>
  /** Where its button leads, on this portal. */
  path?: string
}

/** Writes to somebody about their account or their invitation, in the caller's transaction. */
export async function sendTeamMail(database: Database, product: Product, to: Recipient, letter: Letter) {
  const t = texts(to.language)
  const words = {
    firstName: to.firstName,
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
  await sendMessage(database, { channel: 'email', to: to.email, subject: title, key: letter.key, ...mail })
}

/** Texts the link that confirms a telephone number to that number. */
export const textConfirmation = (
  database: Database,
  product: Product,
  to: { phoneNumber: string; language: Language; path: string; key: string },
) =>
  sendMessage(database, {
    channel: 'sms',
    to: to.phoneNumber,
    text: texts(to.language)('confirmPhone', {
      product: product.productName,
      url: `${product.publicUrl}${to.path}`,
    }),
    key: to.key,
  })
