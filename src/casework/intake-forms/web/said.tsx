import { type FormLanguage, formLanguages, type Texts } from '../form-definition.ts'

/** The text in this language; in the other one if a draft does not have it yet. Null if there is none. */
export function saidIn(texts: Texts, language: FormLanguage) {
  const spoken = [language, ...formLanguages].find((each) => texts[each].trim())
  return spoken ? { text: texts[spoken], language: spoken } : null
}

/** A text of the form, marked with its language: the screen around it may have another one. */
export function Said({ texts, language }: { texts: Texts; language: FormLanguage }) {
  const said = saidIn(texts, language)
  return said ? <span lang={said.language}>{said.text}</span> : null
}
