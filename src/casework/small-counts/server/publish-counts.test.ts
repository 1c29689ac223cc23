import fc from 'fast-check'
import { expect, it } from 'vitest'
import { howOften } from '#test/how-often.ts'
import { COUNT_STEP, type Counted, publishCounts, secretOfCounts } from './publish-counts.ts'

const counts = fc.oneof({ weight: 3, arbitrary: fc.nat(12) }, fc.nat(60))

/** A county by needs and by ZIP codes: what is inside stands nowhere, but the rows and columns add up to the same. */
const county = fc
  .record({
    needs: fc.array(counts, { minLength: 1, maxLength: 5 }),
    zips: fc.integer({ min: 1, max: 4 }),
    seed: fc.nat(),
  })
  .map(({ needs, zips, seed }): Omit<Counted, 'id'> => {
    const byZip = Array<number>(zips).fill(0)
    let at = seed
    for (const count of needs)
      for (let one = 0; one < count; one++) {
        at = (at * 1_103_515_245 + 12_345) % 2_147_483_648
        const zip = Math.floor(at / 65_536) % zips
        byZip[zip] = (byZip[zip] ?? 0) + 1
      }
    const list = (of: readonly number[]) => of.map((count, n) => ({ id: `${n}`, count }))
    return { count: needs.reduce((a, b) => a + b, 0), parts: { need: list(needs), zip: list(byZip) } }
  })
/** One year and kind. */
const tree = fc.array(county, { minLength: 1, maxLength: 4 }).map(
  (counties): Counted => ({
    id: '2026-Q1 open',
    count: counties.reduce((sum, { count }) => sum + count, 0),
    parts: { county: counties.map((one, n) => ({ id: `c${n}`, ...one })) },
  }),
)

const partsOf = ({ parts = {} }: Counted) => Object.values(parts)
const allOf = (one: Counted): Counted[] => [one, ...partsOf(one).flat().flatMap(allOf)]

/**
 * Other data of which the same is published: the count at this path is `value`, and every other one as published, except
 * what has to change for the sums. This is what an adversary cannot exclude.
 */
function otherData(published: Counted, path: readonly [string, number][], change: number): Counted {
  const [step, ...rest] = path
  const parts = Object.entries(published.parts ?? {}).map(([name, list]) => {
    // A count that becomes smaller takes it from one that has something to give.
    const at = step?.[0] === name ? step[1] : list.findIndex(({ count }) => count + change >= 0)
    return [name, list.map((part, n) => (n === at ? otherData(part, step?.[0] === name ? rest : [], change) : part))]
  })
  return {
    id: published.id,
    count: published.count + change,
    ...(parts.length > 0 && { parts: Object.fromEntries(parts) }),
  }
}

const pathsOf = (one: Counted): [string, number][][] => [
  [],
  ...Object.entries(one.parts ?? {}).flatMap(([name, list]) =>
    list.flatMap((part, n) => pathsOf(part).map((path): [string, number][] => [[name, n], ...path])),
  ),
]
const at = (one: Counted, path: readonly [string, number][]): Counted =>
  path.reduce((found, [name, n]) => found.parts?.[name]?.[n] as Counted, one)

it('REP-04 every published count is a multiple of 11 next to the true one, and parts add up', () => {
  fc.assert(
    fc.property(tree, fc.string(), (data, secret) => {
      const [published] = publishCounts([data], secret) as [Counted]
      for (const [n, one] of allOf(published).entries()) {
        const truth = allOf(data)[n] as Counted
        expect(one.id).toBe(truth.id)
        expect(one.count % COUNT_STEP).toBe(0)
        expect(Math.abs(one.count - truth.count)).toBeLessThan(COUNT_STEP)
        for (const list of partsOf(one)) expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(one.count)
      }
      expect(publishCounts([data], secret)).toEqual([published])
    }),
    { numRuns: howOften(40, 1000) },
  )
})

it('REP-04 nobody can tell a count of 1 to 10 from another: other data publish exactly the same', () => {
  let tried = 0
  fc.assert(
    fc.property(tree, fc.string(), (data, secret) => {
      const [published] = publishCounts([data], secret) as [Counted]
      for (const path of pathsOf(data)) {
        const { count } = at(data, path)
        if (count < 1 || count > 10) continue
        for (let value = 1; value <= 10; value++) {
          const other = otherData(published, path, value - at(published, path).count)
          expect(at(other, path).count).toBe(value)
          // With another secret, which nobody can exclude either, these data publish the same, to the last number.
          const isSame = Array.from({ length: 400 }).some(
            (_, n) => JSON.stringify(publishCounts([other], `${n}`)) === JSON.stringify([published]),
          )
          expect(isSame).toBe(true)
          tried++
        }
      }
    }),
    { numRuns: howOften(5, 1000) },
  )
  expect(tried).toBeGreaterThan(50)
})

it('REP-04 over many counts, what rounding adds and takes away cancels out', () => {
  const all = Array.from({ length: 4000 }, (_, n) => ({ id: `${n}`, count: 4 }))
  const sum = publishCounts(all, 'secret').reduce((total, { count }) => total + count, 0)
  expect(Math.abs(sum - 16_000)).toBeLessThan(1200)
})

it('REP-04 parts that do not add up are refused', () => {
  expect(() => publishCounts([{ id: 'a', count: 3, parts: { need: [{ id: 'b', count: 2 }] } }], '')).toThrow('add up')
})

it('REP-04 what was published once is published again by every release: a second rounding would tell more', () => {
  const secret = secretOfCounts({ secretKeys: ['a key of a portal', 'its former key'] })
  expect(secret).toBe('lAmSIZLReCNXOd_SIaTIZZ8mAdcuPvX049dufiHrWhY')
  expect(secretOfCounts({ secretKeys: ['a key of a portal'] })).toBe(secret)
  expect(secretOfCounts({ secretKeys: ['another key'] })).not.toBe(secret)
  const quarters = Array.from({ length: 12 }, (_, n) => ({ id: `quarter ${n}`, count: 15 }))
  expect(publishCounts(quarters, secret).map(({ count }) => count)).toEqual([
    11, 11, 22, 22, 22, 11, 11, 11, 11, 11, 22, 22,
  ])
  const parts = (count: number) => Array.from({ length: 8 }, (_, n) => ({ id: `${n}`, count }))
  const [root] = publishCounts([{ id: 'all', count: 40, parts: { need: parts(5), zip: parts(5) } }], secret)
  const shown = (list: Counted[] = []) => list.map(({ count }) => count)
  expect([root?.count, shown(root?.parts?.need), shown(root?.parts?.zip)]).toEqual([
    44,
    [0, 11, 0, 0, 11, 0, 11, 11],
    [0, 0, 11, 0, 11, 11, 11, 0],
  ])
})

it('REP-04 the nearer a count is to the next multiple of 11, the more often it is rounded up', () => {
  const roots = (count: number) => Array.from({ length: 2000 }, (_, n) => ({ id: `${count} ${n}`, count }))
  const shareUp = (count: number) =>
    publishCounts(roots(count), 'secret').filter((root) => root.count > count).length / 2000
  for (const rest of [1, 5, 10]) expect(Math.abs(shareUp(22 + rest) - rest / 11)).toBeLessThan(0.05)
  // Nor is a multiple changed, or nothing.
  for (const count of [0, 11, 44])
    expect(new Set(publishCounts(roots(count), '').map((root) => root.count))).toEqual(new Set([count]))
  // Of parts, the same: of 10 and 1, together a multiple, one becomes 11.
  const pairs = Array.from({ length: 2000 }, (_, n) => ({
    ...{ id: `${n}`, count: 11 },
    parts: {
      need: [
        { id: 'many', count: 10 },
        { id: 'few', count: 1 },
      ],
    },
  }))
  const many = publishCounts(pairs, 'secret').filter(({ parts }) => parts?.need?.[0]?.count === 11).length / 2000
  expect(Math.abs(many - 10 / 11)).toBeLessThan(0.05)
})

it('REP-04 the same parts by two classifications are rounded apart', () => {
  const parts = () => Array.from({ length: 10 }, (_, n) => ({ id: `${n}`, count: 3 }))
  const roots = Array.from({ length: 20 }, (_, n) => ({
    id: `${n}`,
    count: 30,
    parts: { need: parts(), zip: parts() },
  }))
  const isSame = ({ parts: both }: Counted) => JSON.stringify(both?.need) === JSON.stringify(both?.zip)
  expect(publishCounts(roots, 'secret').filter(isSame).length).toBeLessThan(10)
  // And the same things of another whole.
  const [one, ...others] = publishCounts(roots, 'secret').map((root) => JSON.stringify(root.parts))
  expect(others.filter((other) => other === one).length).toBeLessThan(10)
})
