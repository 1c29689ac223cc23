import { localeOf } from '#platform/schema/locale-of.ts'

/** The languages whose names are translated, as BCP 47 codes. */
const known =
  'am ar ase bn bs de en es fa fr gu hi hmn ht hy id it ja km ko lo mn my ne pa pl ps pt ro ru rw so sq sw ta te th ti tr uk ur vi yi zh'

const english = new Intl.DisplayNames(localeOf('en'), { type: 'language' })
const codes = new Map(known.split(' ').map((code) => [english.of(code)?.toLowerCase(), code]))

/** The code of a language that a directory names in English, such as "Spanish"; undefined if the name is not known. */
export const codeOfLanguage = (name: string) => codes.get(name.trim().toLowerCase())

/** The code of the language that a person on record speaks: a tag such as `es-MX`, or a name; undefined if it is not known. */
export const codeOfSpoken = (language: string) =>
  /^[a-z]{2,3}(-|$)/.test(language) ? language.split('-')[0] : codeOfLanguage(language)

/** The languages to filter by, as directories name them: in English. */
export const offeredLanguages = [
  ...['English', 'Spanish', 'Arabic', 'Burmese', 'Chinese', 'French', 'Karen', 'Nepali', 'Polish'],
  ...['Russian', 'Somali', 'Swahili', 'Ukrainian', 'Vietnamese'],
]
