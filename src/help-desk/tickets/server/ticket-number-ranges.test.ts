import { describe, expect, it } from 'vitest'
import { ticketNumberRanges } from './ticket-number-ranges.ts'

describe('HD-02 HD-05 the number of a ticket, typed as far as somebody knows it', () => {
  it.each(['', 'H', 'hd', 'HD-', ' H D - '])('means every ticket: %j', (typed) => {
    expect(ticketNumberRanges(typed)).toBeUndefined()
  })

  it.each(['x', 'HD_1', '12a', 'HDD-1', '-5', '4.2', 'HD--1', '1234567890123'])('means none: %j', (typed) => {
    expect(ticketNumberRanges(typed)).toEqual([])
  })

  it.each([
    [
      'HD-0004',
      [
        [400, 499],
        [4, 4],
      ],
    ],
    [
      'hd0004',
      [
        [400, 499],
        [4, 4],
      ],
    ],
    [
      'H 00 04',
      [
        [400, 499],
        [4, 4],
      ],
    ],
    ['0', [[0, 99_999]]],
    ['000000', [[0, 0]]],
    ['000042', [[42, 42]]],
    [
      '00042',
      [
        [420, 429],
        [42, 42],
      ],
    ],
    ['0000042', []],
  ])('begins the six digits where it begins with a zero: %j', (typed, ranges) => {
    expect(ticketNumberRanges(typed)).toEqual(ranges)
  })

  it('is the number itself and whatever begins with it, up to twelve digits', () => {
    const ranges = ticketNumberRanges('42') ?? []
    expect(ranges.slice(0, 3)).toEqual([
      [42, 42],
      [420, 429],
      [4200, 4299],
    ])
    expect(ranges.length).toBe(11)
    expect(ranges.at(-1)).toEqual([420_000_000_000, 429_999_999_999])
    expect(ticketNumberRanges('1')?.at(-1)).toEqual([100_000_000_000, 199_999_999_999])
    expect(ticketNumberRanges('123456789012')).toEqual([[123_456_789_012, 123_456_789_012]])
  })
})
