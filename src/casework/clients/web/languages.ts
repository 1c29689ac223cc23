import i18next from 'i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import { languageText } from '#platform/web/language-of-code.ts'

/** The languages most spoken at home in the United States, as BCP 47 codes, including American Sign Language. */
const codes = [
  'en',
  'es',
  'ar',
  'ase',
  'bn',
  'my',
  'zh',
  'fr',
  'de',
  'gu',
  'ht',
  'hi',
  'it',
  'ja',
  'rw',
  'ko',
  'ne',
  'fa',
  'pl',
  'pt',
  'ru',
  'so',
  'sw',
  'tl',
  'ti',
  'uk',
  'ur',
  'vi',
  'yi',
]

/** The language options, English and Spanish first; always includes the recorded one. */
export const languageChoices = (recorded?: string | null) => {
  const [english, spanish, ...others] = (recorded && !codes.includes(recorded) ? [...codes, recorded] : codes).map(
    (code) => ({ value: code, label: languageText(code) }),
  )
  return [
    english,
    spanish,
    ...others.sort((a, b) => a.label.localeCompare(b.label, localeOf(i18next.language))),
  ].filter((choice) => choice !== undefined)
}
