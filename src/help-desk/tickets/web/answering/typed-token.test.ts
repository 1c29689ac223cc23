import { expect, it } from 'vitest'
import { typedToken } from './typed-token.ts'

const typed = (text: string) => typedToken(text, text.length, true)

it('NOTE-01 ‘@’ after a blank asks for a person, with one or two words of the name', () => {
  expect(typed('Hello @')).toEqual({ kind: 'mention', at: 6, text: '' })
  expect(typed('@Ana Núñ')).toEqual({ kind: 'mention', at: 0, text: 'Ana Núñ' })
  for (const text of ['ana@example.test', '@Ana Ruiz is', 'Hello']) expect(typed(text)).toBeNull()
})

it('NOTE-01 ‘/’ at the start of a line asks for an answer, for those who keep them', () => {
  expect(typed('Hi\n/clear ca')).toEqual({ kind: 'answer', at: 3, text: 'clear ca' })
  expect(typed('and/or')).toBeNull()
  expect(typedToken('/clear', 6, false)).toBeNull()
})
