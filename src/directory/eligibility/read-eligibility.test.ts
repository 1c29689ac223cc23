import { expect, it } from 'vitest'
import texts from '#test/fixtures/eligibility-texts.json' with { type: 'json' }
import { ReadRule } from './eligibility.ts'
import { readEligibility } from './read-eligibility.ts'
import { unconfirmedRules } from './unconfirmed-rules.ts'

/** Rules as the list of texts has them: of an income, the percent alone. */
const plain = (rules: ReadRule[]) =>
  Object.fromEntries(
    rules.map(({ field, value }) => [field, field === 'income' ? (value as { percent: number }).percent : value]),
  )

it.each(texts)('ORG-09 reads “$text”', ({ text, rules }) => {
  const read = readEligibility(text)
  expect(plain(read)).toEqual(rules)
  for (const rule of read) {
    expect(ReadRule.parse(rule)).toEqual(rule)
    for (const words of rule.because.split(', ')) expect(text).toContain(words)
  }
})

it('ORG-09 nothing is read out of nothing, and a long or hostile text takes no time', () => {
  expect(readEligibility(null)).toEqual([])
  expect(readEligibility('  \n ')).toEqual([])
  const from = performance.now()
  for (const part of ['family with ', 'age ', '10 a ', 'proof of ', 'state id ', 'single ', '1'])
    readEligibility(part.repeat(20_000))
  expect(performance.now() - from).toBeLessThan(2000)
})

it('ORG-09 what a source or a person said, or a person took away, is not read again', () => {
  const values = {
    ...{ eligibilityDescription: 'Veterans aged 60 or over', minimumAge: null, maximumAge: null, income: null },
    ...{ households: null, populations: null, papers: null },
  }
  const fields = (given: object, edited: string[] = []) =>
    unconfirmedRules({ ...values, ...given }, (field) => edited.includes(field)).map(({ field }) => field)
  expect(fields({})).toEqual(['minimumAge', 'populations'])
  expect(fields({ minimumAge: 50 })).toEqual(['populations'])
  expect(fields({ populations: [] })).toEqual(['minimumAge'])
  expect(fields({}, ['minimumAge', 'populations'])).toEqual([])
})
