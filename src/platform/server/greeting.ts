import { isPlainName } from '#platform/schema/plain-name.ts'
import en from './texts/mail.en.json' with { type: 'json' }
import es from './texts/mail.es.json' with { type: 'json' }
import { createTexts, type Language } from './texts.ts'

const texts = createTexts({ en, es })

/** The first line of a mail. A name that could carry a message of its own is left out: others may have typed it. */
export const greeting = (language: Language, name: string) =>
  isPlainName(name) ? texts(language)('greeting', { name }) : texts(language)('greetingUnnamed')

/** Somebody's name in a mail to a stranger. */
export const nameInMail = (language: Language, name: string) => (isPlainName(name) ? name : texts(language)('somebody'))
