import { expect, it } from 'vitest'
import { findMentioned, splitMentions } from './mention.ts'

const people = ['Ana Li', 'Ana Lima', 'Bo (Jr.)'].map((name) => ({ name }))

it('REF-13 of two names the longer one is mentioned, and a name without an @ is none', () => {
  const found = (text: string) => findMentioned(text, people).map(({ name }) => name)
  expect(found('@Ana Lima, please')).toEqual(['Ana Lima'])
  expect(found('@Ana Li and @Ana Lima')).toEqual(['Ana Li', 'Ana Lima'])
  expect(found('Ana Li, ana@Ana.example')).toEqual([])
})

it('REF-13 a text is split at its mentions, whatever characters their names have', () => {
  const mentions = people.map(({ name }) => ({ name, isMe: false }))
  expect(splitMentions('Ask @Bo (Jr.) or @Ana Lima.', mentions)).toEqual([
    'Ask ',
    '@Bo (Jr.)',
    ' or ',
    '@Ana Lima',
    '.',
  ])
  expect(splitMentions('@ nobody', [])).toEqual(['@ nobody'])
})
