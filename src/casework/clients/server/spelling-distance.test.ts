import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spellingDistance } from '#platform/schema/word-likeness.ts'
import { nameDistance } from './spelling-distance.ts'

it.each([
  ['keshia', 'keisha', 2],
  ['jhon', 'john', 1],
  ['brown', 'browne', 1],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['ab', 'ba', 1],
  ['kitten', 'sitting', 3],
  ['abcd', 'badc', 2],
])('INT-01 counts what it takes from “%s” to “%s”', (one, other, distance) => {
  expect(spellingDistance(one, other)).toBe(distance)
})

it('INT-01 is zero for equal words alone, and the same both ways', () => {
  const word = fc.string({ maxLength: 8 })
  fc.assert(
    fc.property(word, word, (one, other) => {
      const distance = spellingDistance(one, other)
      expect(distance).toBe(spellingDistance(other, one))
      expect(distance === 0).toBe(one === other)
    }),
  )
})

it('INT-01 takes names in any order and with a letter wrong, but no other name', () => {
  expect(nameDistance(['brown', 'keshia'], 'keisha brown')).toBe(2)
  expect(nameDistance(['delgado'], 'rosa martinez-delgado')).toBe(0)
  expect(nameDistance(['keshia', 'smith'], 'keisha brown')).toBeUndefined()
  expect(nameDistance(['kim'], 'tim brown')).toBeUndefined()
})

it('INT-01 takes no wrong letter in three, one in four or five, two in six', () => {
  expect(nameDistance(['ann'], 'amn')).toBeUndefined()
  expect(nameDistance(['anna'], 'amna')).toBe(1)
  expect(nameDistance(['anika'], 'amiko')).toBeUndefined()
  expect(nameDistance(['anikas'], 'amikos')).toBe(2)
  expect(nameDistance(['anikas'], 'amikot')).toBeUndefined()
})

it('INT-01 takes the beginning of a word for the word, and blanks of any number between words', () => {
  expect(nameDistance(['mart', 'del'], 'rosa  martinez -  delgado')).toBe(0)
  expect(nameDistance(['xxxx'], 'rosa  martinez')).toBeUndefined()
})
