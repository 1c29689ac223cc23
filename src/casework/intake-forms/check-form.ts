import {
  type AnswerTest,
  type FormDefinition,
  type FormItem,
  type FormLanguage,
  formLanguages,
  type Predicate,
  type RowItem,
  type Texts,
} from './form-definition.ts'
import { operatorsOf, testHolds } from './predicate.ts'

/** Why a form cannot be published, at its place: `pages.0.items.2.text.es`. `message` is a key of the texts. */
export interface FormGap {
  path: string
  message: string
}

type Report = (path: string, message: string) => unknown

/** What keeps a form from being published; empty if nothing does. */
export function checkForm(definition: FormDefinition): FormGap[] {
  const gaps: FormGap[] = []
  const report: Report = (path, message) => gaps.push({ path, message })
  const { pages, scores, title, lead } = definition
  checkTexts(title, 'title', report)
  checkTexts(lead, 'lead', report, { isOptional: true })
  if (!pages.some(({ items }) => items.some(({ kind }) => kind !== 'note'))) report('pages', 'form-without-question')
  checkKeys(pages, 'pages', report)
  const earlier = new Map<string, FormItem>()
  const twice = new Set<string>()
  pages.forEach((page, at) => {
    const path = `pages.${at}`
    checkTexts(page.title, `${path}.title`, report)
    if (!page.items.length) report(path, 'page-without-question')
    checkPredicate(page.showWhen, `${path}.showWhen`, earlier, report)
    page.items.forEach((item, index) => {
      const place = `${path}.items.${index}`
      if (earlier.has(item.key) && !twice.has(item.key)) report(`${place}.key`, 'key-twice')
      if (earlier.has(item.key)) twice.add(item.key)
      checkItem(item, place, earlier, report)
    })
  })
  for (const [at, score] of scores.entries()) checkScore(score, `scores.${at}`, earlier, report)
  checkKeys(scores, 'scores', report)
  return gaps
}

function checkTexts(texts: Texts, path: string, report: Report, { isOptional = false } = {}) {
  const missing = formLanguages.filter((language: FormLanguage) => !texts[language].trim())
  if (isOptional && missing.length === formLanguages.length) return
  for (const language of missing) report(`${path}.${language}`, 'text-missing')
}

function checkKeys(parts: { key: string }[], path: string, report: Report) {
  parts.forEach(({ key }, at) => {
    if (parts.findIndex((other) => other.key === key) < at) report(`${path}.${at}.key`, 'key-twice')
  })
}

function checkItem(item: FormItem, path: string, earlier: Map<string, FormItem>, report: Report) {
  checkQuestion(item, path, report)
  checkPredicate(item.showWhen, `${path}.showWhen`, earlier, report)
  earlier.set(item.key, item)
  for (const [at, { when }] of item.raises.entries()) checkPredicate(when, `${path}.raises.${at}.when`, earlier, report)
  if (item.kind !== 'repeat') return
  if (!item.items.some(({ kind }) => kind !== 'note')) report(`${path}.items`, 'repeat-without-question')
  checkKeys(item.items, `${path}.items`, report)
  item.items.forEach((each, at) => {
    if (each.kind === 'repeat') report(`${path}.items.${at}.kind`, 'repeat-in-repeat')
    checkQuestion(each, `${path}.items.${at}`, report)
  })
}

function checkQuestion(item: RowItem, path: string, report: Report) {
  checkTexts(item.text, `${path}.text`, report)
  checkTexts(item.help, `${path}.help`, report, { isOptional: true })
  if (item.kind !== 'choice' && item.kind !== 'choices') return
  if (item.options.length < (item.kind === 'choice' ? 2 : 1)) report(`${path}.options`, 'options-missing')
  checkKeys(item.options, `${path}.options`, report)
  for (const [at, { text }] of item.options.entries()) checkTexts(text, `${path}.options.${at}.text`, report)
}

function checkScore(
  score: FormDefinition['scores'][number],
  path: string,
  items: Map<string, FormItem>,
  report: Report,
) {
  checkTexts(score.title, `${path}.title`, report)
  if (!score.items.length) report(`${path}.items`, 'score-without-question')
  score.items.forEach((key, at) => {
    const item = items.get(key)
    if (!item) report(`${path}.items.${at}`, 'unknown-question')
    else if (!item.options.some(({ weight }) => weight !== null))
      report(`${path}.items.${at}`, 'question-without-weight')
  })
  score.bands.forEach(({ from, text }, at) => {
    checkTexts(text, `${path}.bands.${at}.text`, report)
    const before = score.bands[at - 1]
    if (before && before.from >= from) report(`${path}.bands.${at}.from`, 'bands-order')
  })
}

/** Checks a condition: it may only name earlier questions, so there is no cycle. */
function checkPredicate(predicate: Predicate | null, path: string, earlier: Map<string, FormItem>, report: Report) {
  if (!predicate) return
  const gaps = predicate.tests.map((test) => whyNotTest(test, earlier))
  for (const [at, message] of gaps.entries()) if (message) report(`${path}.tests.${at}`, message)
  if (gaps.every((message) => !message) && !canHold(predicate, earlier)) report(path, 'never-holds')
}

const takesList = ['in', 'not-in', 'any-of', 'none-of', 'subset-of']

function whyNotTest({ item: key, operator, value }: AnswerTest, earlier: Map<string, FormItem>) {
  const item = earlier.get(key)
  if (!item) return 'not-an-earlier-question'
  if (!operatorsOf[item.kind].includes(operator)) return 'operator-unsuited'
  if (operator === 'answered') return typeof value === 'boolean' ? undefined : 'value-unsuited'
  if (takesList.includes(operator) !== Array.isArray(value)) return 'value-unsuited'
  if (Array.isArray(value) && !value.length) return 'value-missing'
  if (item.kind === 'choice' || item.kind === 'choices')
    return [value].flat().every((one) => item.options.some((option) => option.key === one))
      ? undefined
      : 'unknown-option'
  return suits(item, operator, value) ? undefined : value === '' ? 'value-missing' : 'value-unsuited'
}

function suits({ kind }: FormItem, operator: string, value: unknown) {
  if (operator.startsWith('age-') || kind === 'number' || kind === 'money') return typeof value === 'number'
  if (kind === 'yes-no') return typeof value === 'boolean'
  if (kind === 'date') return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  return typeof value === 'string' && value !== ''
}

const DAY = 24 * 60 * 60 * 1000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Answers among which one satisfies the tests of a question, if any answer does. */
function candidatesOf(item: FormItem, tests: AnswerTest[], today: string): unknown[] {
  const values = tests.flatMap(({ value }) => value)
  if (item.kind === 'yes-no') return [true, false]
  if (item.kind === 'choice') return item.options.map(({ key }) => key)
  if (item.kind === 'choices') return someSubsets(item, tests)
  if (item.kind === 'number' || item.kind === 'money')
    return [0, ...values.filter((v) => typeof v === 'number').flatMap((v) => [v - 0.01, v, v + 0.01])]
  if (item.kind === 'date') {
    const days = values.filter((v): v is string => typeof v === 'string')
    const ages = values.filter((v) => typeof v === 'number')
    return [
      today,
      ...days.flatMap((day) => [-DAY, 0, DAY].map((step) => dayOf(Date.parse(day) + step))),
      ...ages.map((age) => `${String(Number(today.slice(0, 4)) - age).padStart(4, '0')}${today.slice(4)}`),
    ]
  }
  return [...values, '\u0000']
}

/** One option each, all that no test forbids, and single ones of those that `any-of` names. */
function someSubsets({ options }: FormItem, tests: AnswerTest[]) {
  const listed = (operator: string) =>
    tests.filter((test) => test.operator === operator).map(({ value }) => [value].flat())
  const forbidden = listed('none-of').flat()
  const allowed = options
    .map(({ key }) => key)
    .filter((key) => !forbidden.includes(key) && listed('subset-of').every((list) => list.includes(key)))
  return [...options.map(({ key }) => [key]), ...(allowed.length ? [allowed] : [])]
}

/** Whether some answers satisfy a condition. Each question is tried by itself, so a later page may still be hidden. */
function canHold({ match, tests }: Predicate, earlier: Map<string, FormItem>) {
  const today = dayOf(Date.now())
  const groups = Map.groupBy(tests, ({ item }) => item)
  const canEach = (item: FormItem, asked: AnswerTest[]) =>
    [undefined, ...candidatesOf(item, asked, today)].some((answer) =>
      asked.every((test) => testHolds(test, { [item.key]: answer }, today)),
    )
  const results = [...groups].map(([key, asked]) => {
    const item = earlier.get(key)
    if (!item) return false
    return match === 'all' ? canEach(item, asked) : asked.some((test) => canEach(item, [test]))
  })
  return match === 'all' ? results.every(Boolean) : results.some(Boolean)
}
