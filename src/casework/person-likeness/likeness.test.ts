import { expect, it } from 'vitest'
import { comparePeople, isOneSlip, type PersonTraits } from './likeness.ts'
import { isNickname, otherNames } from './nicknames.ts'
import { otherFirstNames } from './probe.ts'

const rosa: PersonTraits = {
  ...{ id: 'a', firstName: 'rosa', lastName: 'martinez delgado', firstSounds: ['RS'], lastSounds: ['MRTNS', 'TLKT'] },
  ...{ birthDate: '1980-04-03', email: 'rosa@example.test', address: '12 main street', postalCode: '14203' },
  phones: ['+17165550111'],
}
const shared = { sharedBy: () => 2, lastNameShare: () => 0.01 }
const compare = (given: Partial<PersonTraits>, of = rosa) => comparePeople(of, { ...rosa, id: 'b', ...given }, shared)
const unknown = { birthDate: null, email: null, address: null, postalCode: null, phones: [] }

it.each<[string, Partial<PersonTraits>, string]>([
  ['the same names', {}, 'same-name'],
  ['a nickname', { firstName: 'rosita', firstSounds: ['RST'] }, 'nickname'],
  ['one of two last names', { lastName: 'delgado', lastSounds: ['TLKT'] }, 'shared-surname'],
  ['a name that sounds the same', { firstName: 'roza', firstSounds: ['RS'] }, 'name-sound'],
  ['a misspelled name', { firstName: 'rsoa', firstSounds: ['RSX'] }, 'similar-name'],
  [
    'swapped names',
    { ...{ firstName: 'martinez delgado', lastName: 'rosa' }, firstSounds: ['MRTNS', 'TLKT'], lastSounds: ['RS'] },
    'swapped-names',
  ],
  ['day and month swapped', { birthDate: '1980-03-04' }, 'birth-date-swapped'],
  ['another digit in the birth date', { birthDate: '1980-04-08' }, 'birth-date-digit'],
  ['the address', { email: null, phones: [] }, 'address'],
])('INT-12 %s with the rest the same is likely, and is said', (_, given, reason) => {
  expect(compare(given)).toMatchObject({ level: 'likely', reasons: expect.arrayContaining([reason]) })
})

it.each<[string, Partial<PersonTraits>]>([
  ['twins, who share all but the first name', { firstName: 'carmen', firstSounds: ['KRMN'], email: null }],
  ['mother and daughter of one name', { birthDate: '2004-11-19', email: null }],
  ['two people of one name of whom nothing else is known', unknown],
])('INT-12 %s are never likely', (_, given) => {
  expect(compare(given).level).not.toBe('likely')
})

it('INT-12 neighbors with another name are not even possible, and a common name counts less than a rare one', () => {
  const neighbor = { firstName: 'kwame', firstSounds: ['KM'], lastName: 'okafor', lastSounds: ['AKFR'], email: null }
  expect(compare({ ...neighbor, birthDate: '1961-07-30' }).level).toBeNull()
  const score = (share: number) => comparePeople(rosa, rosa, { ...shared, lastNameShare: () => share }).score
  expect(score(0.001) - score(0.05)).toBeGreaterThan(2)
})

it('INT-12 a birthday on 1 January counts less, and a telephone number that many share counts nothing', () => {
  const newYear = { ...rosa, birthDate: '1980-01-01' }
  expect(comparePeople(newYear, newYear, shared).score).toBe(comparePeople(rosa, rosa, shared).score - 6)
  const many = { ...shared, sharedBy: () => 6 }
  expect(comparePeople(rosa, rosa, many).reasons).toEqual(['same-name', 'birth-date', 'address'])
})

it('INT-12 knows nicknames in both directions and both languages', () => {
  expect([isNickname('bill', 'william'), isNickname('kathy', 'kate'), isNickname('paco', 'francisco')]).toEqual([
    true,
    true,
    true,
  ])
  expect([isNickname('bill', 'robert'), isNickname('bill', 'bill')]).toEqual([false, false])
  expect(otherNames('chuy')).toContain('jesus')
  expect(otherFirstNames('José Luis')).toEqual(expect.arrayContaining(['pepe', 'lucho']))
})

it.each([
  ['brown', 'brwon', true],
  ['garcia', 'gracia', true],
  ['lee', 'leek', true],
  ['smith', 'smyth', true],
  ['smith', 'smooth', false],
  ['ana', 'ina', true],
  ['rosa', 'aros', false],
])('INT-12 “%s” and “%s” are one slip apart: %s', (one, other, expected) => {
  expect(isOneSlip(one, other)).toBe(expected)
})
