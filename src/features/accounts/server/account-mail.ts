import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }

const texts = createTexts({ en, es })

export interface Owner {
  email: string
  language: Language
  firstName: string
}
interface Letter {
  kind: 'resetPassword' | 'secured' | 'adminReset' | 'memberInvitation'
  key: string
  /** Where its button leads, on this portal. */
  path?: string
}

/** Writes to the owner of an account about its password, in the caller's transaction. */
export async function sendAccountMail(
  database: Database,
  config: Pick<Config, 'productName' | 'publicUrl' | 'contactEmail'>,
  owner: Owner,
  letter: Letter,
) {
  const t = texts(owner.language)
  const words = { firstName: owner.firstName, product: config.productName, contactEmail: config.contactEmail }
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
  await sendMessage(database, { channel: 'email', to: owner.email, subject: title, key: letter.key, ...mail })
}
