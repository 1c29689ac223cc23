import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { csvOfPages, MOST_ROWS, PAGE_ROWS } from './csv-of-pages.ts'

const file = (rows: number) =>
  text(
    csvOfPages<number>({
      head: ['a', 'b'],
      rowOf: (row) => [String(row), row === 0 ? '=1+1' : ''],
      list: async (cursor) => {
        const from = Number(cursor ?? 0)
        const to = Math.min(rows, from + PAGE_ROWS)
        return {
          items: Array.from({ length: to - from }, (_, index) => from + index),
          nextCursor: to < rows ? String(to) : null,
        }
      },
      capped: 'More',
    }),
  )

it('HD-05 REF-12 a file holds all pages of a list, and says when there are more rows than fit', async () => {
  const lines = (await file(PAGE_ROWS + 1)).split('\r\n')
  expect(lines.slice(0, 2)).toEqual(['\uFEFFa,b', `0,"'=1+1"`])
  expect(lines.slice(-2)).toEqual([`${PAGE_ROWS},`, ''])
  const capped = (await file(MOST_ROWS + 1)).split('\r\n')
  expect(capped).toHaveLength(MOST_ROWS + 3)
  expect(capped.at(-2)).toBe('More,')
})
