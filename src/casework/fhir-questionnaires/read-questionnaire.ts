import {
  type Coding,
  FormDefinition,
  type FormItem,
  FormKey,
  type FormLanguage,
  type FormOption,
  type FormPage,
  FormScore,
  type ItemKind,
  Predicate,
  type RowItem,
} from '#casework/intake-forms/form-definition.ts'
import {
  extensionsOf,
  ITEM_CONTROL,
  ITEM_WEIGHT,
  isJson,
  type Json,
  listOf,
  ORDINAL,
  own,
  readTexts,
  TRANSLATION,
  textOf,
  UNIT,
} from './fhir-json.ts'
import type { Ignored } from './questionnaire.ts'
import { type Earlier, readCondition } from './read-condition.ts'

/** The most levels of groups within groups. */
const DEEPEST = 20
/** The most questions of a page. */
const MOST_ITEMS = 100
/** The most options of a question. */
const MOST_OPTIONS = 100
/** The most comparisons of a condition. */
const MOST_TESTS = 20
const noTexts = { en: '', es: '' }

export interface ReadForm {
  definition: FormDefinition
  /** The language of the resource; the other one stands in translations. */
  main: FormLanguage
  ignored: Ignored[]
  /** The element behind each part of the form, by the part's path: `page:food`, `worried`, `children/name`. */
  sources: Map<string, Json>
  /** The path of the part that stands for an element. */
  paths: Map<Json, string>
}

const kinds: Record<string, ItemKind> = {
  boolean: 'yes-no',
  decimal: 'number',
  integer: 'number',
  quantity: 'number',
  date: 'date',
  dateTime: 'date',
  string: 'text',
  text: 'text',
  time: 'text',
  url: 'text',
  choice: 'choice',
  'open-choice': 'choice',
  // As R5 calls a choice.
  coding: 'choice',
  display: 'note',
}
/** Types of which the form asks something simpler. */
const simplified = new Set(['quantity', 'dateTime', 'time', 'url', 'open-choice'])
const known = new Set(
  'linkId text _text type required repeats code item answerOption answerConstraint enableWhen enableBehavior extension'.split(
    ' ',
  ),
)
const knownUrls = new Set([
  TRANSLATION,
  ORDINAL,
  ITEM_WEIGHT,
  UNIT,
  ...(['kind', 'show-when', 'raises', 'sensitive'] as const).map(own),
])

const readCode = ({ system, code, display }: Json): Coding | null =>
  typeof code === 'string' && typeof system === 'string'
    ? {
        system: system.slice(0, 200),
        code: code.slice(0, 100),
        display: typeof display === 'string' ? display.slice(0, 300) : null,
      }
    : null

const isHelp = (element: Json) =>
  element.type === 'display' &&
  extensionsOf(element, ITEM_CONTROL).some(
    ({ valueCodeableConcept: concept }) =>
      isJson(concept) && listOf(concept.coding).some(({ code }) => code === 'help'),
  )

/** The keys in use, each with the number that was added last to tell equal ones apart. */
type UsedKeys = Map<string, number>

/** A key as the form needs it, and not used yet. */
function keyOf(wanted: string, used: UsedKeys) {
  const plain = wanted.replace(/[\s\p{C}]+/gu, '-').slice(0, 90) || 'part'
  let key = plain
  while (used.has(key)) {
    const number = (used.get(plain) ?? 0) + 1
    used.set(plain, number)
    key = `${plain}-${number}`
  }
  used.set(key, 1)
  return FormKey.parse(key)
}

const jsonOf = (element: Json, name: Parameters<typeof own>[0]) => {
  const [found] = extensionsOf(element, own(name))
  try {
    return found ? (JSON.parse(textOf(found.valueString)) as unknown) : undefined
  } catch {
    return undefined
  }
}

/** Reads a Questionnaire. @returns null if it is none, or nothing can be asked of it */
export function readQuestionnaire(resource: unknown): ReadForm | null {
  if (!isJson(resource) || resource.resourceType !== 'Questionnaire') return null
  const main: FormLanguage = textOf(resource.language).startsWith('es') ? 'es' : 'en'
  const reader = new QuestionnaireReader(main)
  const title = readTexts(resource, 'title', main)
  if (!title.en && !title.es) title[main] = textOf(resource.name) || 'Questionnaire'
  for (const element of listOf(resource.item)) {
    if (element.type === 'group' && element.repeats !== true) reader.readPage(element)
    else reader.readItem(element, reader.openPage(title), null, 0)
  }
  const scores = extensionsOf(resource, own('score')).flatMap(({ valueString }) => {
    try {
      return [FormScore.parse(JSON.parse(textOf(valueString)))]
    } catch {
      return []
    }
  })
  const cut = (text: string, most: number) => text.slice(0, most)
  const definition = FormDefinition.safeParse({
    title: { en: cut(title.en, 200), es: cut(title.es, 200) },
    lead: readTexts(resource, 'description', main),
    source: textOf(resource.copyright).slice(0, 1000) || null,
    codes: listOf(resource.code)
      .flatMap((each) => readCode(each) ?? [])
      .slice(0, 10),
    pages: reader.pages,
    scores,
  })
  if (!definition.success || !reader.pages.some(({ items }) => items.length)) return null
  return { definition: definition.data, main, ignored: reader.ignored, sources: reader.sources, paths: reader.paths }
}

/** Turns elements into pages and questions, one after the other. */
class QuestionnaireReader {
  readonly pages: FormPage[] = []
  readonly ignored: Ignored[] = []
  readonly sources = new Map<string, Json>()
  readonly paths = new Map<Json, string>()
  private readonly earlier: Earlier = new Map()
  private readonly pageKeys: UsedKeys = new Map()
  private readonly itemKeys: UsedKeys = new Map()
  private readonly main: FormLanguage
  private isOpen = false

  constructor(main: FormLanguage) {
    this.main = main
  }

  ignore(element: Json, what: string) {
    this.ignored.push({ linkId: textOf(element.linkId).slice(0, 200), text: textOf(element.text).slice(0, 200), what })
  }
  note(path: string, element: Json) {
    this.sources.set(path, element)
    this.paths.set(element, path)
  }
  condition(element: Json) {
    const exact = Predicate.safeParse(jsonOf(element, 'show-when'))
    if (exact.success) return exact.data
    const read = readCondition(element, this.earlier)
    if (read === undefined) this.ignore(element, 'enableWhen')
    return read ?? null
  }
  both(outer: Predicate | null, element: Json) {
    const inner = this.condition(element)
    if (!outer || !inner) return inner ?? outer
    const isPlain = [outer, inner].every(({ match, tests }) => match === 'all' || tests.length === 1)
    const tests = [...outer.tests, ...inner.tests]
    if (isPlain && tests.length <= MOST_TESTS) return { match: 'all' as const, tests }
    this.ignore(element, 'enableWhen')
    return inner
  }

  /** Adds a question to a page; a long group continues on further pages. */
  private place(page: FormPage, item: FormItem) {
    const last = this.pages.at(-1) ?? page
    if (last.items.length < MOST_ITEMS) return last.items.push(item)
    const next = { ...last, key: keyOf(page.key, this.pageKeys), items: [item] }
    return this.pages.push(next)
  }

  /** The page for questions outside of all groups. */
  openPage(title: FormPage['title']) {
    const last = this.pages.at(-1)
    if (this.isOpen && last) return last
    const page: FormPage = { key: keyOf('questions', this.pageKeys), title: { ...title }, showWhen: null, items: [] }
    this.pages.push(page)
    this.isOpen = true
    return page
  }

  readPage(element: Json) {
    const key = keyOf(textOf(element.linkId), this.pageKeys)
    const texts = readTexts(element, 'text', this.main)
    const title = { en: texts.en.slice(0, 200), es: texts.es.slice(0, 200) }
    const page: FormPage = { key, title, showWhen: this.condition(element), items: [] }
    this.note(`page:${key}`, element)
    this.noteRest(element)
    this.isOpen = false
    this.pages.push(page)
    for (const child of listOf(element.item)) this.readItem(child, page, null, 1)
  }

  noteRest(element: Json) {
    for (const field of Object.keys(element))
      if (!known.has(field) && !field.startsWith('_')) this.ignore(element, field)
    for (const { url } of listOf(element.extension))
      if (!knownUrls.has(textOf(url))) this.ignore(element, textOf(url).slice(0, 200))
  }

  question(element: Json, key: string): RowItem | null {
    const type = textOf(element.type)
    const kind = readKind(element)
    if (!kind) {
      this.ignore(element, type || 'type')
      return null
    }
    const isFree = (type === 'choice' || type === 'coding') && kind === 'text'
    if (simplified.has(type) || isFree) this.ignore(element, type)
    // R5: other answers than the options are accepted too.
    const { answerConstraint = 'optionsOnly' } = element
    if (answerConstraint !== 'optionsOnly') this.ignore(element, 'answerConstraint')
    const isChoice = kind === 'choice' || kind === 'choices'
    if (isChoice && listOf(element.answerOption).length > MOST_OPTIONS) this.ignore(element, 'answerOption')
    this.noteRest(element)
    const help = listOf(element.item).find(isHelp)
    return {
      key,
      kind,
      text: readTexts(element, 'text', this.main),
      help: help ? readTexts(help, 'text', this.main) : noTexts,
      isRequired: element.required === true && kind !== 'note',
      isSensitive: extensionsOf(element, own('sensitive')).some(({ valueBoolean }) => valueBoolean === true),
      codes: listOf(element.code)
        .flatMap((each) => readCode(each) ?? [])
        .slice(0, 10),
      options: isChoice ? readOptions(element, this.main) : [],
    }
  }

  readItem(element: Json, page: FormPage, outer: Predicate | null, depth: number) {
    if (depth > DEEPEST) return this.ignore(element, 'item')
    if (element.type === 'group') return this.readGroup(element, page, outer, depth)
    const key = keyOf(textOf(element.linkId), this.itemKeys)
    const asked = this.question(element, key)
    if (!asked) return
    const showWhen = this.both(outer, element)
    const item: FormItem = { ...asked, showWhen, raises: [], items: [] }
    const raises = FormDefinition.shape.pages.element.shape.items.element.shape.raises.safeParse(
      jsonOf(element, 'raises'),
    )
    if (raises.success) item.raises = raises.data
    this.note(key, element)
    this.place(page, item)
    if (item.kind !== 'note') this.earlier.set(textOf(element.linkId), item)
    const children = listOf(element.item)
    const help = children.find(isHelp)
    if (help) this.note(`${key}?help`, help)
    for (const child of children) if (child !== help) this.readItem(child, page, showWhen, depth + 1)
  }

  readGroup(element: Json, page: FormPage, outer: Predicate | null, depth: number) {
    const showWhen = this.both(outer, element)
    if (element.repeats === true) return this.readRows(element, page, showWhen)
    const text = readTexts(element, 'text', this.main)
    if (text.en || text.es) {
      const key = keyOf(textOf(element.linkId), this.itemKeys)
      this.note(key, element)
      this.place(page, { ...blank, key, kind: 'note', text, showWhen })
    }
    this.noteRest(element)
    for (const child of listOf(element.item)) this.readItem(child, page, showWhen, depth + 1)
  }

  readRows(element: Json, page: FormPage, showWhen: Predicate | null) {
    const linkId = textOf(element.linkId)
    const key = keyOf(linkId, this.itemKeys)
    const rowKeys: UsedKeys = new Map()
    this.note(key, element)
    this.noteRest(element)
    const items = listOf(element.item).flatMap((child) => {
      const childId = textOf(child.linkId)
      const rowKey = keyOf(childId.startsWith(`${linkId}.`) ? childId.slice(linkId.length + 1) : childId, rowKeys)
      const row = this.question(child, rowKey)
      if (!row) return []
      if (listOf(child.enableWhen).length) this.ignore(child, 'enableWhen')
      this.note(`${key}/${rowKey}`, child)
      const help = listOf(child.item).find(isHelp)
      if (help) this.note(`${key}/${rowKey}?help`, help)
      // A question of a row has none below it.
      for (const below of listOf(child.item)) if (below !== help) this.ignore(below, 'item')
      return [row]
    })
    const raises = FormDefinition.shape.pages.element.shape.items.element.shape.raises.safeParse(
      jsonOf(element, 'raises'),
    )
    const item: FormItem = {
      ...blank,
      ...{ key, kind: 'repeat', text: readTexts(element, 'text', this.main), showWhen, items },
      isRequired: element.required === true,
      isSensitive: extensionsOf(element, own('sensitive')).some(({ valueBoolean }) => valueBoolean === true),
      codes: listOf(element.code)
        .flatMap((each) => readCode(each) ?? [])
        .slice(0, 10),
      raises: raises.success ? raises.data : [],
    }
    this.place(page, item)
    this.earlier.set(linkId, item)
  }
}

const blank = {
  ...{ help: noTexts, isRequired: false, isSensitive: false, codes: [], options: [], showWhen: null, raises: [] },
  items: [],
}

function readKind(element: Json): ItemKind | undefined {
  const type = textOf(element.type)
  const [marked] = extensionsOf(element, own('kind'))
  if (marked?.valueCode === 'phone' || marked?.valueCode === 'address') return marked.valueCode
  const isMoney = extensionsOf(element, UNIT).some(
    ({ valueCoding }) => isJson(valueCoding) && valueCoding.code === 'USD',
  )
  if (isMoney && type === 'decimal') return 'money'
  if (kinds[type] !== 'choice') return kinds[type]
  if (!listOf(element.answerOption).length) return 'text'
  return element.repeats === true ? 'choices' : 'choice'
}

function readOptions(element: Json, main: FormLanguage): FormOption[] {
  const used: UsedKeys = new Map()
  return listOf(element.answerOption)
    .slice(0, MOST_OPTIONS)
    .map((option) => {
      const coding = isJson(option.valueCoding) ? option.valueCoding : null
      const plain = option.valueString ?? option.valueInteger ?? option.valueDate ?? option.valueTime
      const said = coding
        ? readTexts(coding, 'display', main)
        : readTexts({ text: String(plain ?? ''), _text: option._valueString }, 'text', main)
      const text = { en: said.en.slice(0, 200), es: said.es.slice(0, 200) }
      if (coding && !text[main]) text[main] = textOf(coding.code).slice(0, 200)
      const [exact] = extensionsOf(option, own('key'))
      const wanted = textOf(exact?.valueCode) || textOf(coding?.code) || String(plain ?? '')
      const [weight] = [option, coding].flatMap((each) => [
        ...extensionsOf(each, ORDINAL),
        ...extensionsOf(each, ITEM_WEIGHT),
      ])
      const value = weight?.valueDecimal
      return {
        key: keyOf(wanted, used),
        text,
        code: coding && readCode(coding),
        weight: typeof value === 'number' && Math.abs(value) <= 1000 ? value : null,
      }
    })
}
