import i18next from 'i18next'
import { languageOfCode } from '#platform/web/language-of-code.ts'
import { codeOfLanguage, offeredLanguages } from '../spoken-language.ts'

/** A language of a directory, such as "Spanish", in the reader's language; an unknown name stays as it is. */
export function languageName(name: string) {
  const code = codeOfLanguage(name)
  if (!code || i18next.language === 'en') return name
  return languageOfCode(code) ?? name
}

/** The options of the filter: the value is the English name, which the search compares. */
export const listLanguages = () => offeredLanguages.map((name) => ({ value: name, label: languageName(name) }))
