import { expect, it } from 'vitest'
import { needName } from './needs-public.ts'

it("REF-01 names a need in the reader's language", () => {
  expect(needName('food-insecurity', 'en')).toBe('Food')
  expect(needName('food-insecurity', 'es')).toBe('Alimentos')
})
