import { expect, it } from 'vitest'
import type { NextFit } from '../next-fit.ts'
import { comparingFits } from './rank-fits.ts'

const REFUSED = '00000000-0000-4000-8000-000000000001'
const base: NextFit = {
  service: { id: '00000000-0000-4000-8000-0000000000aa', name: 'Pantry' },
  organization: { id: '00000000-0000-4000-8000-000000000002', name: 'Church' },
  ...{ city: null, distance: 10, intake: null, fit: null, answerDays: 2, answersHere: true },
}
const verdict = (value: string): Partial<NextFit> => ({
  fit: { verdict: value, reasons: [] } as unknown as NextFit['fit'],
})
const full = (isConfirmed: boolean, status = 'waitlist'): Partial<NextFit> => ({
  intake: { status, isConfirmed } as NextFit['intake'],
})
const compare = (one: Partial<NextFit>, other: Partial<NextFit>) =>
  Math.sign(comparingFits([REFUSED])({ ...base, ...one }, { ...base, ...other }))

it('REF-09 ranks by who said no, who answers here, eligibility, room, and then by distance and days to an answer', () => {
  /** From what weighs most: the better one, and the worse one. */
  const criteria: [better: Partial<NextFit>, worse: Partial<NextFit>][] = [
    [{}, { organization: { id: REFUSED, name: 'Said no' } }],
    [{}, { answersHere: false }],
    [verdict('fits'), verdict('may-fit')],
    [{}, full(true)],
    [{ distance: 3 }, { distance: 90 }],
  ]
  for (const [at, [better, worse]] of criteria.entries()) {
    expect([at, compare(better, worse), compare(worse, better)]).toEqual([at, -1, 1])
    // What weighs less does not outweigh it.
    for (const [lessGood, lessBad] of criteria.slice(at + 1))
      expect([at, compare({ ...better, ...lessBad }, { ...worse, ...lessGood })]).toEqual([at, -1])
  }
})

it('REF-09 what is not known is neither the best nor the worst', () => {
  expect(compare({}, {})).toBe(0)
  expect(compare({ fit: null }, verdict('may-fit'))).toBe(0)
  expect(compare(verdict('may-fit'), verdict('does-not-fit'))).toBe(-1)
  // Only a confirmed waiting list counts.
  expect(compare(full(false), {})).toBe(0)
  expect(compare(full(true, 'open'), {})).toBe(0)
  // A day of waiting for an answer counts like five miles.
  expect(compare({ distance: 20, answerDays: 0 }, { distance: 10, answerDays: 2 })).toBe(0)
  expect(compare({ distance: 20, answerDays: 0 }, { distance: 10, answerDays: 3 })).toBe(-1)
  expect(compare({ distance: null }, { distance: 30 })).toBe(0)
  expect(compare({ answerDays: null }, { answerDays: 4 })).toBe(0)
})
