import type { SentWay } from '#casework/safe-contact/safe-contact-policy.ts'
import { neutralWords } from '#casework/safe-contact/server/safe-contact-public.ts'
import type { Config } from '#platform/server/config.ts'
import { greeting } from '#platform/server/greeting.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import type { Words } from '#platform/server/messages.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }

const texts = createTexts({ en, es })

interface Writing {
  channel: SentWay
  language: Language
  url: string
  isNeutral: boolean
  hasAccount: boolean
}

/** Says that something waits, and where; neither for whom, nor what, nor from whom. */
export function noticeWords(
  { productName: product }: Pick<Config, 'productName'>,
  { channel, language, url, isNeutral, hasAccount }: Writing,
): Words {
  if (isNeutral) return neutralWords(channel, language, url)
  const t = texts(language)
  if (channel === 'sms') return { text: t('text', { product, url }) }
  const title = t('subject', { product })
  return {
    subject: title,
    ...renderMail({
      ...{ language, productName: product, title },
      paragraphs: [greeting(language, ''), t('lead'), t(hasAccount ? 'signIn' : 'birthDate')],
      action: { label: t('action'), url },
    }),
  }
}
