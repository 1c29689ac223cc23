import { type FormDefinition, type FormLanguage, LongTexts, ShortTexts } from './form-definition.ts'

export interface TextChange {
  path: string
  language: FormLanguage
  text: string
}

const textPath = /^(?:title|lead|(?:pages|items|options|scores|bands|text|help|title|\d+)(?:\.|$))+$/

/** The texts at a path such as `pages.0.items.2.text`; undefined if there are none. */
function textsAt(definition: FormDefinition, path: string) {
  if (!textPath.test(path)) return undefined
  const found = path
    .split('.')
    .reduce<unknown>(
      (part, key) => (Object(part) === part ? (part as Record<string, unknown>)[key] : undefined),
      definition,
    )
  const isTexts = Object(found) === found && typeof (found as { en?: unknown }).en === 'string'
  return isTexts ? (found as Record<FormLanguage, string>) : undefined
}

/** What a text at a path may be: several lines for questions, help and the lead, otherwise one line. */
export const textFieldAt = (path: string) =>
  (/^lead$|\.items\.\d+\.(?:text|help)$/.test(path) ? LongTexts : ShortTexts).shape.en

/** The text at a path in one language; undefined if the form has none there. */
export const findText = (definition: FormDefinition, path: string, language: FormLanguage) =>
  textsAt(definition, path)?.[language]

/** A form with corrected texts; nothing else changes. Paths that it does not have are ignored. */
export function withTexts(definition: FormDefinition, changes: TextChange[]): FormDefinition {
  const copy = structuredClone(definition)
  for (const { path, language, text } of changes) {
    const texts = textsAt(copy, path)
    if (texts) texts[language] = text
  }
  return copy
}
