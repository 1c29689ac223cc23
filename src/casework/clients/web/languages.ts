import i18next from 'i18next'

/** The languages most spoken at home in the United States, by their BCP 47 codes; American Sign Language among them. */
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

/** What a language is called in the reader's own; what is no code of one stays as it was written. */
export function formatLanguage(code: string) {
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(code)) return code
  return new Intl.DisplayNames(i18next.language, { type: 'language' }).of(code) ?? code
}

/** Languages to choose from, English and Spanish first; the one already recorded is always among them. */
export const languageChoices = (recorded?: string | null) => {
  const [english, spanish, ...others] = (recorded && !codes.includes(recorded) ? [...codes, recorded] : codes).map(
    (code) => ({ value: code, label: formatLanguage(code) }),
  )
  return [english, spanish, ...others.sort((a, b) => a.label.localeCompare(b.label, i18next.language))].filter(
    (choice) => choice !== undefined,
  )
}
