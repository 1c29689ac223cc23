import { type FormDefinition, type FormLanguage, itemsOf, LongTexts, ShortTexts } from './form-definition.ts'

export interface TextChange {
  path: string
  language: FormLanguage
  text: string
}

const textPath = /^(?:title|lead|(?:pages|items|options|scores|bands|text|help|title|\d+)(?:\.|$))+$/

const partOf = (whole: unknown, key: string) =>
  Object(whole) === whole ? (whole as Record<string, unknown>)[key] : undefined

const asTexts = (part: unknown) =>
  typeof partOf(part, 'en') === 'string' ? (part as Record<FormLanguage, string>) : undefined

/** The texts at a path such as `pages.0.items.2.text`; undefined if there are none. */
const textsAt = (definition: FormDefinition, path: string) =>
  textPath.test(path) ? asTexts(path.split('.').reduce<unknown>(partOf, definition)) : undefined

/** The texts of the same part in another version: by its key, also if a question stands on another page there. */
function textsLike(other: FormDefinition, definition: FormDefinition, path: string) {
  let here: unknown = definition
  let there: unknown = other
  for (const [at, name] of path.split('.').entries()) {
    const parts = at === 3 && path.startsWith('pages.') ? itemsOf(other) : there
    here = partOf(here, name)
    const key = partOf(here, 'key')
    there = key && Array.isArray(parts) ? parts.find((part) => partOf(part, 'key') === key) : partOf(parts, name)
  }
  return asTexts(there)
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

/** A draft with what was corrected in the version in use, where it still has the text as it was before. */
export function withCorrections(
  draft: FormDefinition,
  inUse: FormDefinition,
  changes: (TextChange & { before: string })[],
): FormDefinition {
  const copy = structuredClone(draft)
  for (const { path, language, before, text } of changes) {
    const texts = textsLike(copy, inUse, path)
    if (texts?.[language] === before) texts[language] = text
  }
  return copy
}
