import { expect, it } from 'vitest'
import { guessNeed, isNeedTyped } from './need-words.ts'

it.each([
  ['Emergency Food', 'food-insecurity'],
  ['Eviction Defense', 'housing-instability'],
  ['Family Shelter', 'homelessness'],
  ['desalojo', 'housing-instability'],
  ['Clases de inglés', 'language-access'],
  ['Heating and Electric Bill Help', 'utility-insecurity'],
  ['Immigration lawyer', 'immigration'],
  ['Free legal advice', 'legal-help'],
  ['Abogados', 'legal-help'],
  ['Inmigración y ciudadanía', 'immigration'],
  ['Infant and Toddler Day Care', 'child-care'],
  ['Guardería', 'child-care'],
  ['Help for people with disabilities', 'disability'],
  ['Discapacidad', 'disability'],
  ['Diaper bank', 'diapers'],
  ['Pañales', 'diapers'],
  ['Passport photos', null],
])('REF-01 guesses the need of “%s”', (text, need) => {
  expect(guessNeed(text)).toBe(need)
})

it('REF-01 takes the need from the first text that says one', () => {
  expect(guessNeed('Harbor Housing', 'free groceries')).toBe('housing-instability')
  expect(guessNeed('Rides', 'food')).toBe('transportation-insecurity')
  expect(guessNeed('', 'food')).toBe('food-insecurity')
})

it('REF-01 finds a need by a word for it, and nothing for a word of no need', () => {
  expect(isNeedTyped('evic', 'housing-instability', 'Rent and staying housed')).toBe(true)
  expect(isNeedTyped('staying', 'housing-instability', 'Rent and staying housed')).toBe(true)
  expect(isNeedTyped('immig', 'housing-instability', 'Rent and staying housed')).toBe(false)
  expect(isNeedTyped('pañales', 'diapers', 'Diapers')).toBe(true)
})
