import { expect, it } from 'vitest'
import { nameParts } from './name-parts.ts'

it.each([
  ['Keisha Brown', 'Keisha', 'Brown'],
  ['Brown, Keisha', 'Keisha', 'Brown'],
  ['  Rosa  Martinez Delgado ', 'Rosa', 'Martinez Delgado'],
  ['Keisha', 'Keisha', ''],
  ['(716) 555-0142', '', ''],
  ['', '', ''],
])('INT-01 takes “%s” apart', (typed, firstName, lastName) => {
  expect(nameParts(typed)).toEqual({ firstName, lastName })
})
