import { createTexts, type Language } from '#platform/server/texts.ts'
import { isName } from '../organization-name.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }

const texts = createTexts({ en, es })

/** An organization's name for a message, which says so in the reader's language if the organization is not named. */
export const nameForReader = (stored: string, language: Language) =>
  isName(stored) ? stored : texts(language)('notNamed')
