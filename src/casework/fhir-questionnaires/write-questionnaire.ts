import {
  type FormDefinition,
  type FormItem,
  type FormLanguage,
  itemsOf,
  type Predicate,
  type RowItem,
} from '#casework/intake-forms/form-definition.ts'
import {
  extensionsOf,
  HELP_SYSTEM,
  ITEM_CONTROL,
  ITEM_WEIGHT,
  type Json,
  listOf,
  ORDINAL,
  own,
  textOf,
  UNIT,
  writeTexts,
} from './fhir-json.ts'
import { writeCondition } from './read-condition.ts'

/** An element without its children, which have paths of their own. */
export interface Node {
  path: string
  element: Json
  children: Node[]
}

const types: Record<FormItem['kind'], string> = {
  text: 'text',
  number: 'decimal',
  money: 'decimal',
  date: 'date',
  choice: 'choice',
  choices: 'choice',
  'yes-no': 'boolean',
  phone: 'string',
  address: 'text',
  repeat: 'group',
  note: 'display',
}

/** A form as the parts of a Questionnaire. @param sources the elements that it was imported from */
export function writeQuestionnaire(definition: FormDefinition, main: FormLanguage, sources: Map<string, Json>) {
  const items = itemsOf(definition)
  const isR5 = [...sources.values()].some(({ type }) => type === 'coding')
  const typeOf = (kind: FormItem['kind']) => (types[kind] === 'choice' && isR5 ? 'coding' : types[kind])
  const linkIdOf = (path: string, otherwise = path) => textOf(sources.get(path)?.linkId) || otherwise
  const itemOf = (key: string) => items.find((item) => item.key === key)
  const conditionOf = (showWhen: Predicate | null): { fields: Json; extension: Json[] } => {
    if (!showWhen) return { fields: {}, extension: [] }
    const fields = writeCondition(showWhen, itemOf, linkIdOf)
    return fields
      ? { fields, extension: [] }
      : { fields: {}, extension: [{ url: own('show-when'), valueString: JSON.stringify(showWhen) }] }
  }
  const extended = (extension: Json[]) => (extension.length ? { extension } : {})

  function question(item: RowItem, path: string, linkId: string, more: Json[], fields: Json): Node {
    const extension = [...kindOf(item), ...more]
    if (item.isSensitive) extension.push({ url: own('sensitive'), valueBoolean: true })
    const repeats = item.kind === 'choices' || item.kind === 'repeat'
    const element = {
      ...extended(extension),
      linkId,
      ...(item.codes.length ? { code: item.codes.map(coded) } : {}),
      ...writeTexts('text', item.text, main),
      type: typeOf(item.kind),
      ...fields,
      ...(item.isRequired ? { required: true } : {}),
      ...(repeats ? { repeats: true } : {}),
      ...(types[item.kind] === 'choice' ? { answerOption: writeOptions(item, main, sources.get(path)) } : {}),
    }
    return { path, element, children: item.help.en || item.help.es ? [helpOf(item, path, linkId)] : [] }
  }

  const helpOf = (item: RowItem, path: string, linkId: string): Node => ({
    path: `${path}?help`,
    element: {
      extension: [{ url: ITEM_CONTROL, valueCodeableConcept: { coding: [{ system: HELP_SYSTEM, code: 'help' }] } }],
      linkId: linkIdOf(`${path}?help`, `${linkId}-help`),
      ...writeTexts('text', item.help, main),
      type: 'display',
    },
    children: [],
  })

  function writeItem(item: FormItem): Node {
    const { fields, extension } = conditionOf(item.showWhen)
    if (item.raises.length) extension.push({ url: own('raises'), valueString: JSON.stringify(item.raises) })
    const linkId = linkIdOf(item.key)
    const node = question(item, item.key, linkId, extension, fields)
    const rows = item.kind === 'repeat' ? item.items : []
    const rowOf = (row: RowItem) => {
      const path = `${item.key}/${row.key}`
      return question(row, path, linkIdOf(path, `${linkId}.${row.key}`), [], {})
    }
    return { ...node, children: [...node.children, ...rows.map(rowOf)] }
  }

  const pages = definition.pages.map((page): Node => {
    const path = `page:${page.key}`
    const { fields, extension } = conditionOf(page.showWhen)
    const linkId = linkIdOf(path, itemOf(page.key) ? `page-${page.key}` : page.key)
    return {
      path,
      element: { ...extended(extension), linkId, ...writeTexts('text', page.title, main), type: 'group', ...fields },
      children: page.items.map(writeItem),
    }
  })
  const scores = definition.scores.map((score) => ({ url: own('score'), valueString: JSON.stringify(score) }))
  const head = {
    ...extended(scores),
    ...writeTexts('title', definition.title, main),
    ...writeTexts('description', definition.lead, main),
    ...(definition.codes.length ? { code: definition.codes.map(coded) } : {}),
    ...(definition.source ? { copyright: definition.source } : {}),
  }
  return { head, pages }
}

const coded = ({ system, code, display }: FormDefinition['codes'][number]) => ({
  system,
  code,
  ...(display ? { display } : {}),
})

function kindOf({ kind }: RowItem): Json[] {
  if (kind === 'phone' || kind === 'address') return [{ url: own('kind'), valueCode: kind }]
  return kind === 'money' ? [{ url: UNIT, valueCoding: { system: 'urn:iso:std:iso:4217', code: 'USD' } }] : []
}

/** Options as their source has them: as codings or as texts, with their weight where it stood. */
function writeOptions(item: RowItem, main: FormLanguage, source: Json | undefined): Json[] {
  const originals = listOf(source?.answerOption)
  const isPlain = originals.length > 0 && originals.every((option) => typeof option.valueString === 'string')
  const inCoding = originals.some(({ valueCoding }) =>
    [ORDINAL, ITEM_WEIGHT].some((url) => extensionsOf(valueCoding, url).length),
  )
  const usesWeight = originals.some(({ valueCoding, ...option }) =>
    [option, valueCoding].some((each) => extensionsOf(each, ITEM_WEIGHT).length),
  )
  return item.options.map(({ key, text, code, weight }) => {
    const weights = weight === null ? [] : [{ url: usesWeight ? ITEM_WEIGHT : ORDINAL, valueDecimal: weight }]
    const keys = isPlain || key === (code?.code ?? key) ? [] : [{ url: own('key'), valueCode: key }]
    const outside = [...keys, ...(inCoding ? [] : weights)]
    const extension = outside.length ? { extension: outside } : {}
    if (isPlain) return { ...extension, ...writeTexts('valueString', text, main) }
    const coding = {
      ...(inCoding && weights.length ? { extension: weights } : {}),
      ...(code ? { system: code.system, code: code.code } : { code: key }),
      ...writeTexts('display', text, main),
    }
    return { ...extension, valueCoding: coding }
  })
}

/** The parts as the resource has them. */
export const assembled = (nodes: Node[]): Json[] =>
  nodes.map(({ element, children }) => ({ ...element, ...(children.length ? { item: assembled(children) } : {}) }))
