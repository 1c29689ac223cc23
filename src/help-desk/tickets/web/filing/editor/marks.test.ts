import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Area,
  coveredBy,
  edit,
  isSlip,
  type Mark,
  markInMiddle,
  moveMark,
  pointAt,
  sizeMark,
  stepOf,
  untouched,
  viewOf,
} from './marks.ts'

const picture: Area = { x: 0, y: 0, width: 400, height: 200 }
const mark = (tool: Mark['tool'], ...[x1, y1, x2, y2]: [number, number, number, number]): Mark => ({
  tool,
  from: { x: x1, y: y1 },
  to: { x: x2, y: y2 },
})

describe('what a mark covers', () => {
  it('is whole pixels, whichever corner was drawn first, and nothing outside of the view', () => {
    const covered = { x: 10, y: 20, width: 21, height: 31 }
    expect(coveredBy(mark('black', 10.2, 20.9, 30.1, 50.5), picture)).toEqual(covered)
    expect(coveredBy(mark('black', 30.1, 50.5, 10.2, 20.9), picture)).toEqual(covered)
    expect(coveredBy(mark('black', -50, 150, 1000, 900), picture)).toEqual({ x: 0, y: 150, width: 400, height: 50 })
    expect(coveredBy(mark('black', 500, 500, 600, 600), picture)).toMatchObject({ width: 0, height: 0 })
  })

  it('leaves the last crop as the view, and lies where it was on the picture', () => {
    const marks = [mark('crop', 0, 0, 200, 200), mark('black', 5, 5, 9, 9), mark('crop', 100, 50, 300, 150)]
    expect(viewOf(marks, picture)).toEqual({ x: 100, y: 50, width: 200, height: 100 })
    expect(viewOf(marks.slice(1, 2), picture)).toEqual(picture)
  })
})

it('a pointer on the scaled view stands for the picture’s own pixel, and for its edge when it leaves', () => {
  const view = { x: 100, y: 50, width: 200, height: 100 }
  const box = { x: 20, y: 10, width: 100, height: 50 }
  expect(pointAt({ x: 20, y: 10 }, box, view)).toEqual({ x: 100, y: 50 })
  expect(pointAt({ x: 70, y: 35 }, box, view)).toEqual({ x: 200, y: 100 })
  expect(pointAt({ x: 5000, y: -5000 }, box, view)).toEqual({ x: 300, y: 50 })
})

it('a mark that is moved or sized by keys never leaves the view, and moving keeps its size', () => {
  const whole = fc.integer({ min: -2000, max: 2000 })
  fc.assert(
    fc.property(fc.array(fc.record({ x: whole, y: whole, sizes: fc.boolean() }), { maxLength: 20 }), (steps) => {
      let one = markInMiddle('black', picture)
      for (const { x, y, sizes } of steps) {
        const before = one
        one = (sizes ? sizeMark : moveMark)(one, { x, y }, picture)
        for (const point of [one.from, one.to]) {
          expect(point.x).toBeGreaterThanOrEqual(0)
          expect(point.x).toBeLessThanOrEqual(picture.width)
          expect(point.y).toBeGreaterThanOrEqual(0)
          expect(point.y).toBeLessThanOrEqual(picture.height)
        }
        if (!sizes) expect(one.to.x - one.from.x).toBe(before.to.x - before.from.x)
      }
    }),
  )
})

it('a key’s step suits the picture, and is never nothing', () => {
  expect(stepOf(picture)).toBe(8)
  expect(stepOf({ ...picture, width: 20, height: 10 })).toBe(1)
})

it('a slip is no mark: a thin area, a short arrow', () => {
  expect(isSlip(mark('black', 0, 0, 100, 1))).toBe(true)
  expect(isSlip(mark('arrow', 0, 0, 100, 0))).toBe(false)
  expect(isSlip(mark('arrow', 0, 0, 1, 1))).toBe(true)
})

it('undo takes the open mark first, then one applied mark after the other; reset takes all', () => {
  const draw = (state: typeof untouched, one: Mark) => edit(edit(state, { act: 'draw', mark: one }), { act: 'apply' })
  const [a, b] = [mark('black', 0, 0, 9, 9), mark('arrow', 0, 0, 50, 50)]
  const two = draw(draw(untouched, a), b)
  const open = edit(two, { act: 'draw', mark: a })
  expect(edit(open, { act: 'undo' })).toEqual(two)
  expect(edit(edit(two, { act: 'undo' }), { act: 'undo' }).marks).toEqual([])
  expect(edit(open, { act: 'reset' })).toMatchObject({ open: null, marks: [] })
  expect(edit(open, { act: 'choose', tool: 'crop' })).toEqual({ ...two, tool: 'crop' })
  expect(edit(two, { act: 'apply' })).toBe(two)
})
