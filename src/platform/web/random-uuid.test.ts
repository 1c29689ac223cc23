import { expect, it } from 'vitest'
import { z } from 'zod'
import { randomUuid } from './random-uuid.ts'

it('makes a different UUID of version 4 each time', () => {
  const made = Array.from({ length: 100 }, randomUuid)
  expect(new Set(made).size).toBe(100)
  for (const uuid of made) expect(z.uuidv4().parse(uuid)).toBe(uuid)
})
