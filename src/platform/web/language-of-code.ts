import i18next from 'i18next'
import { localeOf } from '#platform/schema/locale-of.ts'

/**
 * The name of a language, given as a BCP 47 code, in the reader's language; undefined if it has none. `Intl` has no
 * Spanish name for American Sign Language.
 */
export function languageOfCode(code: string) {
  if (code === 'ase') return i18next.t('platform:language.ase')
  return new Intl.DisplayNames(localeOf(i18next.language), { type: 'language', fallback: 'none' }).of(code)
}

/** A language tag in the reader's words; text that is not a tag stays as entered. */
export function languageText(text: string) {
  // Words as short as a tag begin with a capital letter: “Mon” is not Mongolian.
  if (!/^[a-z]{2,3}(-|$)/.test(text)) return text
  try {
    return languageOfCode(text) ?? text
  } catch {
    return text
  }
}
