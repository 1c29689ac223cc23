import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answerSchema } from './answer-value.ts'
import { checkForm } from './check-form.ts'
import { evaluateForm } from './evaluate-form.ts'
import { FormDefinition, type FormItem, itemsOf, type Predicate } from './form-definition.ts'
import { holds } from './predicate.ts'
import { hungerVitalSign } from './shipped/hunger-vital-sign.ts'
import { socialNeeds } from './shipped/social-needs.ts'

const today = '2026-11-23'
const both = (text: string) => ({ en: text, es: text })
const item = (key: string, kind: FormItem['kind'], more: Partial<FormItem> = {}): FormItem => ({
  ...{ key, kind, text: both(key), help: both(''), isRequired: false, isSensitive: false, codes: [], showWhen: null },
  ...{ raises: [], items: [] },
  options: kind.startsWith('choice')
    ? ['a', 'b', 'c'].map((each, weight) => ({ key: each, text: both(each), code: null, weight }))
    : [],
  ...more,
})
const form = (items: FormItem[], more: Partial<FormDefinition> = {}): FormDefinition => ({
  ...{ title: both('Form'), lead: both(''), source: null, codes: [], scores: [] },
  pages: [{ key: 'one', title: both('One'), showWhen: null, items }],
  ...more,
})
const when = (key: string, operator: Predicate['tests'][number]['operator'], value: never | unknown): Predicate => ({
  match: 'all',
  tests: [{ item: key, operator, value: value as string }],
})

it('INT-11 the forms that come with the product can be published, and are complete in both languages', () => {
  for (const definition of [socialNeeds, hungerVitalSign]) {
    expect(FormDefinition.parse(definition)).toEqual(definition)
    expect(checkForm(definition)).toEqual([])
  }
})

it('INT-11 the Hunger Vital Sign finds a risk when either answer is often or sometimes', () => {
  const find = (worried: string, ranOut: string) => {
    const { scores, needs } = evaluateForm(hungerVitalSign, { worried, 'ran-out': ranOut }, today)
    return [scores[0]?.band?.en, needs.map(({ need }) => need)]
  }
  expect(find('never', 'never')).toEqual(['No risk found', []])
  for (const [one, other] of [
    ['often', 'never'],
    ['never', 'sometimes'],
    ['sometimes', 'often'],
  ] as const)
    expect(find(one, other)).toEqual(['At risk', ['food-insecurity']])
})

it('INT-04 INT-06 a hidden answer stays, and counts in no condition, score or need', () => {
  const definition = form(
    [
      item('start', 'yes-no'),
      item('middle', 'choice', { showWhen: when('start', 'is', true), raises: [{ need: 'stress', when: null }] }),
      item('end', 'text', { showWhen: when('middle', 'answered', true), isRequired: true }),
    ],
    { scores: [{ key: 'sum', title: both('Sum'), code: null, items: ['middle'], bands: [] }] },
  )
  const shown = evaluateForm(definition, { start: true, middle: 'c' }, today)
  expect(shown).toMatchObject({ shown: ['start', 'middle', 'end'], missing: ['end'] })
  expect(shown.scores[0]?.value).toBe(2)
  expect(shown.needs).toEqual([{ need: 'stress', item: 'middle' }])
  const hidden = evaluateForm(definition, { start: false, middle: 'c' }, today)
  expect(hidden).toMatchObject({ shown: ['start'], missing: [], needs: [] })
  expect(hidden.scores[0]).toMatchObject({ value: null, band: null })
})

it('INT-04 a score is unknown, not zero, as long as an answer is missing', () => {
  const definition = form([item('one', 'choice'), item('two', 'choices')], {
    scores: [
      {
        ...{ key: 'sum', title: both('Sum'), code: null, items: ['one', 'two'] },
        bands: [
          { from: 0, text: both('low') },
          { from: 3, text: both('high') },
        ],
      },
    ],
  })
  const scoreOf = (answers: object) => evaluateForm(definition, answers as never, today).scores[0]
  expect(scoreOf({ one: 'c' })).toMatchObject({ value: null, band: null })
  expect(scoreOf({ one: 'a', two: ['b'] })).toMatchObject({ value: 1, band: both('low') })
  expect(scoreOf({ one: 'c', two: ['b', 'c'] })).toMatchObject({ value: 5, band: both('high') })
})

it.each([
  ['is', 'b', 'b', true],
  ['is', 'b', 'a', false],
  ['is-not', 'b', 'a', true],
  ['less', 3, 2.5, true],
  ['less', 3, 3, false],
  ['at-most', 3, 3, true],
  ['at-least', 3, 3, true],
  ['more', 3, 3, false],
  ['more', '2026-01-01', '2026-01-02', true],
  ['in', ['a', 'b'], 'b', true],
  ['not-in', ['a', 'b'], 'b', false],
  ['any-of', ['a'], ['b', 'a'], true],
  ['none-of', ['a'], ['b', 'a'], false],
  ['subset-of', ['a', 'b'], ['b'], true],
  ['subset-of', ['a'], ['b'], false],
  ['age-at-least', 18, '2008-11-23', true],
  ['age-at-least', 18, '2008-11-24', false],
  ['age-at-most', 17, '2008-11-24', true],
  ['answered', false, 'x', false],
] as const)('INT-04 a condition "%s %j" of the answer %j is %s', (operator, value, answer, expected) => {
  expect(holds(when('q', operator, value), { q: answer }, today)).toBe(expected)
})

it('INT-04 no comparison holds without an answer, only "not answered" does', () => {
  for (const operator of ['is-not', 'not-in', 'none-of', 'subset-of', 'less', 'age-at-most'] as const)
    expect(holds(when('q', operator, ['a']), {}, today)).toBe(false)
  expect(holds(when('q', 'answered', false), {}, today)).toBe(true)
})

it('INT-04 publishing names each thing that cannot work, and where', () => {
  const gapsOf = (definition: FormDefinition) => checkForm(definition).map(({ path, message }) => `${path} ${message}`)
  expect(gapsOf(form([]))).toEqual(['pages form-without-question', 'pages.0 page-without-question'])
  const broken = form(
    [
      item('first', 'yes-no', { text: { en: 'First', es: '' }, showWhen: when('second', 'is', 'a') }),
      item('second', 'choice', { options: [], showWhen: when('first', 'more', 3) }),
      item('second', 'choice', { showWhen: when('first', 'is', 'yes') }),
      item('third', 'choice', { showWhen: when('second', 'in', ['z']) }),
      item('rows', 'repeat', { items: [item('in', 'repeat')] }),
      item('own', 'choice', { showWhen: when('own', 'is', 'a') }),
      item('number', 'number', { raises: [{ need: 'stress', when: when('later', 'is', 1) }] }),
      item('never', 'text', {
        showWhen: {
          match: 'all',
          tests: [
            { item: 'number', operator: 'more', value: 5 },
            { item: 'number', operator: 'less', value: 5 },
          ],
        },
      }),
    ],
    { scores: [{ key: 's', title: both('S'), code: null, items: ['number', 'gone'], bands: [] }] },
  )
  expect(gapsOf(broken)).toEqual([
    'pages.0.items.0.text.es text-missing',
    'pages.0.items.0.showWhen.tests.0 not-an-earlier-question',
    'pages.0.items.1.options options-missing',
    'pages.0.items.1.showWhen.tests.0 operator-unsuited',
    'pages.0.items.2.key key-twice',
    'pages.0.items.2.showWhen.tests.0 value-unsuited',
    'pages.0.items.3.showWhen.tests.0 unknown-option',
    'pages.0.items.4.items.0.kind repeat-in-repeat',
    'pages.0.items.5.showWhen.tests.0 not-an-earlier-question',
    'pages.0.items.6.raises.0.when.tests.0 not-an-earlier-question',
    'pages.0.items.7.showWhen never-holds',
    'scores.0.items.0 question-without-weight',
    'scores.0.items.1 unknown-question',
  ])
})

it('INT-04 an answer must suit its question', () => {
  const fits = (kind: FormItem['kind'], value: unknown, more: Partial<FormItem> = {}) =>
    answerSchema(item('q', kind, more)).safeParse(value).success
  expect([fits('choice', 'a'), fits('choice', 'z'), fits('choices', ['a', 'a']), fits('choices', [])]).toEqual([
    ...[true, false, false, false],
  ])
  expect([fits('date', '2026-02-30'), fits('money', -1), fits('money', 12.5), fits('phone', '555')]).toEqual([
    ...[false, false, true, false],
  ])
  const rows = { items: [item('name', 'text', { isRequired: true }), item('age', 'number')] }
  expect([
    fits('repeat', [{ name: 'Mateo', age: 5 }], rows),
    fits('repeat', [{ age: 5 }], rows),
    fits('repeat', [{ name: 'Mateo', other: 1 }], rows),
    fits('address', { street: '', city: '', state: '', postalCode: '' }),
  ]).toEqual([true, false, false, false])
})

const kinds = ['yes-no', 'choice', 'choices', 'number', 'date'] as const
/** A form whose conditions look back at random, and random answers to it. */
const randomForm = fc
  .array(fc.record({ kind: fc.constantFrom(...kinds), back: fc.nat(), test: fc.nat(), isRequired: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => {
    const items: FormItem[] = []
    for (const [at, { kind, back, test, isRequired }] of parts.entries()) {
      const earlier = items[back % (items.length + 1)]
      const tests = {
        'yes-no': [when(earlier?.key ?? '', 'is', test % 2 === 0)],
        choice: [when(earlier?.key ?? '', 'is', 'b'), when(earlier?.key ?? '', 'not-in', ['a', 'b'])],
        choices: [when(earlier?.key ?? '', 'any-of', ['c']), when(earlier?.key ?? '', 'none-of', ['a', 'b'])],
        number: [when(earlier?.key ?? '', 'more', test)],
        date: [when(earlier?.key ?? '', 'age-at-least', test % 120)],
      }[(earlier?.kind ?? 'date') as (typeof kinds)[number]]
      const showWhen = earlier ? (tests[test % tests.length] ?? null) : null
      items.push(item(`q${at}`, kind, { isRequired, showWhen }))
    }
    return form(items)
  })

it('INT-04 every form that can be published can be completed', () => {
  fc.assert(
    fc.property(randomForm, fc.infiniteStream(fc.nat()), (definition, choices) => {
      expect(checkForm(definition)).toEqual([])
      const answers: Record<string, unknown> = {}
      const next = () => Number(choices.next().value)
      for (let left = evaluateForm(definition, answers, today).missing; left.length; ) {
        const question = itemsOf(definition).find(({ key }) => key === left[0])
        if (!question) throw new Error('A question that the form does not have')
        const picked = ['a', 'b', 'c'][next() % 3]
        const made = {
          'yes-no': next() % 2 === 0,
          choice: picked,
          choices: [picked],
          number: next() % 1000,
          date: `${1900 + (next() % 120)}-0${1 + (next() % 9)}-15`,
        }[question.kind as (typeof kinds)[number]]
        answers[question.key] = answerSchema(question).parse(made)
        left = evaluateForm(definition, answers, today).missing
      }
      const { shown } = evaluateForm(definition, answers, today)
      for (const question of itemsOf(definition))
        expect(shown.includes(question.key)).toBe(
          holds(
            question.showWhen,
            Object.fromEntries(Object.entries(answers).filter(([key]) => shown.includes(key))),
            today,
          ),
        )
    }),
    { numRuns: 300 },
  )
})
