import { getPersonOfAccount } from '#identity/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { days, type MessageKind, nobody } from '#platform/server/message-kind.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }

const texts = createTexts({ en, es })

/** A safety limit: several accounts can share one telephone number, which the limits per account do not cover. */
const codeMessage: MessageKind = {
  name: 'sign-in-code',
  overBound: 'refuse',
  bounds: { recipient: { most: 60, seconds: days(1) } },
}

export interface CodeReceiver {
  account: { id: string; email: string; language: Language }
  channel: 'email' | 'sms' | 'voice'
  /** For sms and voice, as +1 and ten digits. */
  phoneNumber?: string | null
}

/** A call reads each digit separately, and the code twice: nobody has a pen ready the first time. */
const spoken = (code: string) => code.split('').join(', ')

/** Sends a one-time code to an address or a telephone number, in the account's language. */
export async function sendFactorCode(
  transaction: Database,
  config: Config,
  { account, channel, phoneNumber }: CodeReceiver,
  { code, ...more }: { code: string; key: string; expiresOn: Date },
) {
  const t = texts(account.language)
  const words = { product: config.productName, code: channel === 'voice' ? spoken(code) : code }
  if (channel !== 'email')
    return sendMessage(transaction, {
      channel,
      to: phoneNumber ?? '',
      text: t(`code.${channel}`, words),
      language: account.language,
      kind: codeMessage,
      about: nobody,
      ...more,
    })
  const { firstName } = await getPersonOfAccount(transaction, account.id)
  const title = t('code.email.title', words)
  const mail = renderMail({
    language: account.language,
    title,
    paragraphs: t('code.email.paragraphs', { ...words, firstName, returnObjects: true }) as string[],
    productName: config.productName,
  })
  await sendMessage(transaction, {
    channel,
    to: account.email,
    kind: codeMessage,
    about: nobody,
    subject: title,
    ...more,
    ...mail,
  })
}
