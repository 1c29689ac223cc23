import { expect, it } from 'vitest'
import { axisMarks } from './duration-words.ts'

const hour = 3600
it.each([
  [0, [0, 0.25]],
  [0.25, [0, 0.25]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [1.01, [0, 0.5, 1, 1.5]],
  [4.5, [0, 2, 4, 6]],
  [32, [0, 8, 16, 24, 32]],
  [33, [0, 12, 24, 36]],
  [96, [0, 24, 48, 72, 96]],
  [11_520, [0, 2880, 5760, 8640, 11_520]],
  [12_000, [0, 3000, 6000, 9000, 12_000]],
])('D-DESK-1 an axis of %d hours has at most five marks at round hours', (longest, marks) => {
  expect(axisMarks(longest * hour).map((mark) => mark / hour)).toEqual(marks)
})
