import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A side with more files than this is two features, unless docs/decisions/0274-features-of-a-manageable-size.md says why not. */
const MOST_FILES = 15

/** The number of source files on each side of each feature; tests and style sheets do not count. */
function sizes() {
  const sides = globSync('src/{identity,directory,casework,onboarding,help-desk,site}/*/{server,web}')
  const filesOf = (side: string) => globSync(`${side}/**/*.{ts,tsx}`).filter((file) => !/\.(test|css)\./.test(file))
  return new Map(sides.map((side) => [side.slice('src/'.length), filesOf(side).length]))
}

/** The rows of the decision's table: side and the most files it may have. */
function exceptions() {
  const page = readFileSync('docs/decisions/0274-features-of-a-manageable-size.md', 'utf8')
  return [...page.matchAll(/^\| `([^`]+)` \| (\d+) \| (.+) \|$/gm)].map(([, side = '', most = '', reason = '']) => ({
    side,
    most: Number(most),
    reason,
  }))
}

it('no side of a feature has more than fifteen files without a reason', () => {
  const allowed = new Map(exceptions().map(({ side, most }) => [side, most]))
  const tooLarge = [...sizes()].filter(([side, files]) => files > (allowed.get(side) ?? MOST_FILES))
  expect(tooLarge).toEqual([])
})

it('every reason for a large feature belongs to a side that needs it, and allows no more files than it has', () => {
  for (const { side, most, reason } of exceptions()) {
    expect(existsSync(`src/${side}`), side).toBe(true)
    expect(sizes().get(side), side).toBe(most)
    expect(most, side).toBeGreaterThan(MOST_FILES)
    expect(reason.length, side).toBeGreaterThan(40)
  }
  expect(exceptions().length).toBeGreaterThan(0)
})
