import type { FormLanguage, Texts } from '#casework/intake-forms/form-definition.ts'

export type Json = Record<string, unknown>

export const isJson = (value: unknown): value is Json => Object(value) === value && !Array.isArray(value)
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : [])
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export const TRANSLATION = 'http://hl7.org/fhir/StructureDefinition/translation'
export const ORDINAL = 'http://hl7.org/fhir/StructureDefinition/ordinalValue'
export const ITEM_WEIGHT = 'http://hl7.org/fhir/StructureDefinition/itemWeight'
export const ITEM_CONTROL = 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl'
export const UNIT = 'http://hl7.org/fhir/StructureDefinition/questionnaire-unit'
export const HELP_SYSTEM = 'http://hl7.org/fhir/questionnaire-item-control'
/** What FHIR has no element for; only this portal reads it. */
export const own = (name: 'kind' | 'key' | 'show-when' | 'raises' | 'score' | 'sensitive') => `urn:hearthline:${name}`

/** The same JSON always gives the same text, whatever the order of its fields. */
export const written = (part: unknown): string =>
  JSON.stringify(part, (_, value: unknown) =>
    isJson(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value,
  ) ?? ''

export const extensionsOf = (element: unknown, url: string) =>
  isJson(element) ? listOf(element.extension).filter((each) => each.url === url) : []

/** The texts of an element: its own, and its translation. @param main the language of the resource */
export function readTexts(parent: Json, name: string, main: FormLanguage): Texts {
  const other = main === 'en' ? 'es' : 'en'
  const translations = extensionsOf(parent[`_${name}`], TRANSLATION).map(({ extension }) => {
    const parts = listOf(extension)
    const lang = textOf(parts.find(({ url }) => url === 'lang')?.valueCode)
    const content = parts.find(({ url }) => url === 'content') ?? {}
    return { lang, text: textOf(content.valueString ?? content.valueMarkdown) }
  })
  const translated = translations.find(({ lang }) => lang === other || lang.startsWith(`${other}-`))?.text ?? ''
  return { [main]: textOf(parent[name]), [other]: translated } as Texts
}

/** A text with its translation, as the fields of an element. */
export function writeTexts(name: string, texts: Texts, main: FormLanguage): Json {
  const other = main === 'en' ? 'es' : 'en'
  const translation = {
    url: TRANSLATION,
    extension: [
      { url: 'lang', valueCode: other },
      { url: 'content', valueString: texts[other] },
    ],
  }
  return {
    ...(texts[main] ? { [name]: texts[main] } : {}),
    ...(texts[other] ? { [`_${name}`]: { extension: [translation] } } : {}),
  }
}
