import { expect, it } from 'vitest'
import { bestQuestions } from './best-questions.ts'
import type { Fit, FitReason } from './fit.ts'
import type { FactName } from './person-facts.ts'

const waits = (...missing: FactName[]): FitReason => ({ rule: 'income', holds: null, doubt: 'unknown', missing })
const holds: FitReason = { rule: 'ages', holds: true, doubt: null, missing: [] }
const unread: FitReason = { rule: 'ages', holds: null, doubt: 'unconfirmed', missing: [] }
const mayFit = (...reasons: FitReason[]): Pick<Fit, 'verdict' | 'reasons'> => ({ verdict: 'may-fit', reasons })

it('DIR-14 names the few questions that decide the most services', () => {
  const income = mayFit(holds, waits('householdSize', 'income'))
  expect(bestQuestions([income, income, mayFit(waits('veterans'))])).toEqual({
    facts: ['householdSize', 'income', 'veterans'],
    count: 3,
  })
  // One question more than people answer at once.
  expect(bestQuestions([income, income, mayFit(waits('veterans', 'pregnant'))])).toEqual({
    facts: ['householdSize', 'income'],
    count: 2,
  })
  expect(bestQuestions([mayFit(waits('veterans'), waits('income'))])).toEqual({
    facts: ['income', 'veterans'],
    count: 1,
  })
  // Of equally many services, the fewest questions.
  expect(bestQuestions([mayFit(waits('income')), mayFit(waits('income'))])).toEqual({ facts: ['income'], count: 2 })
})

it('DIR-14 asks nothing that would decide nothing', () => {
  expect(bestQuestions([])).toBeNull()
  expect(bestQuestions([mayFit(waits('income'), unread), { verdict: 'fits', reasons: [holds] }])).toBeNull()
  expect(
    bestQuestions([{ verdict: 'does-not-fit', reasons: [{ ...holds, holds: false }, waits('income')] }]),
  ).toBeNull()
  expect(bestQuestions([mayFit({ rule: 'nothing', holds: null, doubt: 'unclear', missing: [] })])).toBeNull()
})
