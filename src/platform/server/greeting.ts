import { isPlainName } from '#platform/schema/plain-name.ts'
import en from './texts/mail.en.json' with { type: 'json' }
import es from './texts/mail.es.json' with { type: 'json' }
import { createTexts, type Language } from './texts.ts'

const texts = createTexts({ en, es })

/**
 * The first line of a mail. Omits the name if it could contain a message of its own: another person may have entered
 * it.
 */
export const greeting = (language: Language, name: string) =>
  isPlainName(name) ? texts(language)('greeting', { name }) : texts(language)('greetingUnnamed')

/** A person's name in a mail to someone who does not know them. */
export const nameInMail = (language: Language, name: string) => (isPlainName(name) ? name : texts(language)('somebody'))
