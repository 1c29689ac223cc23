import type { FormDefinition } from '#casework/intake-forms/form-definition.ts'
import { isJson, type Json, listOf, TRANSLATION, textOf, written } from './fhir-json.ts'
import { readQuestionnaire } from './read-questionnaire.ts'
import { assembled, type Node, writeQuestionnaire } from './write-questionnaire.ts'

const identityOf = (extension: Json) =>
  extension.url === TRANSLATION
    ? `${TRANSLATION} ${textOf(listOf(extension.extension).find(({ url }) => url === 'lang')?.valueCode)}`
    : textOf(extension.url)

/** Extensions of which only those change that the form changed. */
function mergedExtensions(original: unknown, before: unknown, after: unknown): Json[] {
  const by = (list: unknown) => Map.groupBy(listOf(list), identityOf)
  const [old, now] = [by(before), by(after)]
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (key) => written(old.get(key)) !== written(now.get(key)),
  )
  return [
    ...listOf(original).filter((each) => !changed.includes(identityOf(each))),
    ...changed.flatMap((key) => now.get(key) ?? []),
  ]
}

/** Options that did not change stay as they came. */
function mergedOptions(original: unknown, before: unknown, after: unknown) {
  const old = listOf(before).map(written)
  return listOf(after).map((option) => listOf(original)[old.indexOf(written(option))] ?? option)
}

/** An element as it came, with what differs between the form then and now. */
function merged(original: Json, before: Json, after: Json): Json {
  const result = { ...original }
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[field], after[field]]
    if (written(old) === written(now)) continue
    if (field === 'extension') result[field] = mergedExtensions(original[field], old, now)
    else if (field === 'answerOption') result[field] = mergedOptions(original[field], old, now)
    else if (field.startsWith('_')) result[field] = merged(asJson(original[field]), asJson(old), asJson(now))
    else result[field] = now
    const value = result[field]
    const isEmpty = value === undefined || (Array.isArray(value) && !value.length) || written(value) === '{}'
    if (isEmpty) delete result[field]
  }
  return result
}
const asJson = (value: unknown): Json => (isJson(value) ? value : {})

const withoutItems = ({ item, ...element }: Json) => element
const nodesOf = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...nodesOf(node.children)])
const shapeOf = (nodes: Node[]): unknown => nodes.map(({ path, children }) => [path, shapeOf(children)])

/**
 * A form as an R4 Questionnaire; as one of R5 if it was imported from one.
 * @param original the one that it was imported from, which keeps all that did not change
 */
export function exportQuestionnaire(definition: FormDefinition, status: 'active' | 'draft', original: unknown): Json {
  const read = readQuestionnaire(original)
  if (!read || !isJson(original)) {
    const { head, pages } = writeQuestionnaire(definition, 'en', new Map())
    const fixed = { resourceType: 'Questionnaire', language: 'en', status, subjectType: ['Patient'] }
    return { ...fixed, ...head, item: assembled(pages) }
  }
  const before = writeQuestionnaire(read.definition, read.main, read.sources)
  const after = writeQuestionnaire(definition, read.main, read.sources)
  const result = merged(withoutItems(original), before.head, after.head)
  const old = new Map(nodesOf(before.pages).map((node) => [node.path, node]))
  const now = new Map(nodesOf(after.pages).map((node) => [node.path, node]))
  const isNew = [...now.values()].some(
    ({ path, element }) => !read.sources.has(path) && written(element) !== written(old.get(path)?.element),
  )
  const elementAt = (path: string, source: Json) =>
    merged(withoutItems(source), old.get(path)?.element ?? {}, now.get(path)?.element ?? {})
  const inPlace = (element: Json): Json => {
    const path = read.paths.get(element)
    const next = path === undefined ? withoutItems(element) : elementAt(path, element)
    return Array.isArray(element.item) ? { ...next, item: listOf(element.item).map(inPlace) } : next
  }
  if (!isNew && written(shapeOf(before.pages)) === written(shapeOf(after.pages)))
    return { ...result, ...('item' in original ? { item: listOf(original.item).map(inPlace) } : {}) }
  const rebuilt = (nodes: Node[]): Json[] =>
    nodes.map(({ path, element, children }) => {
      const source = read.sources.get(path)
      // A group within a page became a note and its questions.
      const isSame = source && (source.type === 'group') === (element.type === 'group')
      const next = isSame ? elementAt(path, source) : element
      const kept = source ? listOf(source.item).filter((child) => !isRead(child)) : []
      const below = [...rebuilt(children), ...kept]
      return below.length ? { ...next, item: below } : next
    })
  const isRead = (element: Json): boolean => read.paths.has(element) || listOf(element.item).some(isRead)
  return { ...result, item: [...rebuilt(after.pages), ...listOf(original.item).filter((each) => !isRead(each))] }
}
