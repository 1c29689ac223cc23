import { array, assert, boolean, property } from 'fast-check'
import { expect, it } from 'vitest'
import { chicago, fitCases, personOf, randomPerson, randomService, silent, TODAY } from '#test/fit-cases.ts'
import { howOften } from '#test/how-often.ts'
import { ageOn, comparedFacts } from './compared-facts.ts'
import { fitOf } from './fit-of.ts'
import { type SaidFacts, saidFactNames } from './person-facts.ts'

it.each(Object.entries(fitCases))(
  'DIR-14 %s',
  (_, { service, read = [], born, place = null, said = {}, ...expected }) => {
    const facts = comparedFacts(personOf(born, said), place, TODAY)
    const { verdict, reasons } = fitOf({ ...silent, ...service }, read, facts)
    const deciding = { fits: true, 'may-fit': null, 'does-not-fit': false }[verdict]
    expect({
      verdict,
      because: reasons.filter(({ holds }) => holds === deciding).map(({ rule }) => rule),
    }).toEqual(expected)
  },
)

it('DIR-14 says which facts would decide it, and that nobody is asked about immigration', () => {
  const missing = (service: object, said: SaidFacts = {}) =>
    fitOf({ ...silent, ...service }, [], comparedFacts(personOf(undefined, said), chicago, TODAY)).reasons.map(
      ({ doubt, missing }) => [doubt, ...missing],
    )
  const percent = { income: { percent: 185, amounts: [], per: 'year' } }
  expect(missing(percent)).toEqual([['unknown', 'householdSize', 'income']])
  expect(missing(percent, { householdSize: 2 })).toEqual([['unknown', 'income']])
  expect(missing(percent, { income: { amount: 90_000, per: 'year' } })).toEqual([['unknown', 'householdSize']])
  expect(missing({ households: ['single-parent', 'lives-alone'] }, { partner: false })).toEqual([
    ['unknown', 'childrenAges', 'householdSize'],
  ])
  expect(missing({ populations: ['veterans', 'low-income'] })).toEqual([
    ['unknown', 'veterans', 'householdSize', 'income'],
  ])
  expect(missing({ populations: ['veterans', 'immigrants'] })).toEqual([['not-asked']])
  expect(missing({ minimumAge: 60, papers: ['photo-id'] })).toEqual([
    ['unknown', 'birthDate'],
    ['unknown', 'papers'],
  ])
})

it('DIR-14 counts an age in whole months', () => {
  expect(ageOn('2026-11-23', '2026-11-23')).toBe(0)
  expect(ageOn('2026-11-23', '2026-05-24')).toBe(5 / 12)
  expect(ageOn('2027-02-28', '2024-02-29')).toBe(35 / 12)
  expect(ageOn('2026-11-23', '1966-11-23')).toBe(60)
})

/** How many facts there are to leave out: the birth date, the place, and what people say. */
const known = array(boolean(), { minLength: saidFactNames.length + 2, maxLength: saidFactNames.length + 2 })

/** A child, and somebody in their household whose age the service asks for: the birth date alone decides. */
const service = { ...silent, minimumAge: 18, maximumAge: 24 }
const child = { birthDate: '2026-03-01', place: chicago, said: { childrenAges: [24] } }
const all = [...saidFactNames.map(() => true), true, true]
const butBirthDate = all.map((_, at) => at !== saidFactNames.length)

it('DIR-14 what becomes known never turns a verdict around', () => {
  assert(
    property(randomService, randomPerson, known, known, (service, person, first, second) => {
      const verdictOf = (isKnown: (at: number) => boolean) => {
        const said = Object.fromEntries(
          saidFactNames.filter((_, at) => isKnown(at)).map((name) => [name, person.said[name]]),
        )
        const [birthAt, placeAt] = [saidFactNames.length, saidFactNames.length + 1]
        const facts = comparedFacts(
          personOf(isKnown(birthAt) ? person.birthDate : undefined, said),
          isKnown(placeAt) ? person.place : null,
          TODAY,
        )
        return fitOf(service, [], facts).verdict
      }
      const few = verdictOf((at) => Boolean(first[at] && second[at]))
      const more = verdictOf((at) => first[at] ?? false)
      if (few !== 'may-fit') expect(more).toBe(few)
    }),
    { numRuns: howOften(2000, 100_000), examples: [[service, child, all, butBirthDate]] },
  )
})
