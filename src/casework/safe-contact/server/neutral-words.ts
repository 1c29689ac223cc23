import { renderMail } from '#platform/server/mail-layout.ts'
import type { Channel, Words } from '#platform/server/messages.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })

/** A message that says neither who sends it nor what it is about: only that there is something to read, and where. */
export function neutralWords(channel: Channel, language: Language, url: string): Words {
  const t = texts(language)
  if (channel === 'sms') return { text: t('neutral.text', { url }) }
  const title = t('neutral.subject')
  return {
    subject: title,
    ...renderMail({
      ...{ language, title, productName: '' },
      paragraphs: [t('neutral.lead')],
      action: { label: t('neutral.action'), url },
    }),
  }
}
