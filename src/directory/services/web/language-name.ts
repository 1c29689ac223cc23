import i18next from 'i18next'
import { languageOfCode } from '#platform/web/language-of-code.ts'

/** The languages to filter by, as directories name them: in English. */
const offered = [
  ...['English', 'Spanish', 'Arabic', 'Burmese', 'Chinese', 'French', 'Karen', 'Nepali', 'Polish'],
  ...['Russian', 'Somali', 'Swahili', 'Ukrainian', 'Vietnamese'],
]

/** The languages whose names are translated, as BCP 47 codes. */
const known =
  'am ar ase bn bs de en es fa fr gu hi hmn ht hy id it ja km ko lo mn my ne pa pl ps pt ro ru rw so sq sw ta te th ti tr uk ur vi yi zh'

const english = new Intl.DisplayNames('en', { type: 'language' })
const codes = new Map(known.split(' ').map((code) => [english.of(code)?.toLowerCase(), code]))

/** A language of a directory, such as "Spanish", in the reader's language; an unknown name stays as it is. */
export function languageName(name: string) {
  const code = codes.get(name.trim().toLowerCase())
  if (!code || i18next.language === 'en') return name
  return languageOfCode(code) ?? name
}

/** The options of the filter: the value is the English name, which the search compares. */
export const listLanguages = () => offered.map((name) => ({ value: name, label: languageName(name) }))
