import i18next from 'i18next'
import { languageOfCode } from '#platform/web/language-of-code.ts'
import { codeOfLanguage } from '../spoken-language.ts'

/** The languages to filter by, as directories name them: in English. */
const offered = [
  ...['English', 'Spanish', 'Arabic', 'Burmese', 'Chinese', 'French', 'Karen', 'Nepali', 'Polish'],
  ...['Russian', 'Somali', 'Swahili', 'Ukrainian', 'Vietnamese'],
]

/** A language of a directory, such as "Spanish", in the reader's language; an unknown name stays as it is. */
export function languageName(name: string) {
  const code = codeOfLanguage(name)
  if (!code || i18next.language === 'en') return name
  return languageOfCode(code) ?? name
}

/** The options of the filter: the value is the English name, which the search compares. */
export const listLanguages = () => offered.map((name) => ({ value: name, label: languageName(name) }))
