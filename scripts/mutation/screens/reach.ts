import { ofEveryScreen } from '../tests-of.ts'
import type { Mutant } from './instrument.ts'
import type { Outcome, Reached } from './order.ts'

/** The number of tests that try a change, those that reach the fewest other changes first. */
const TRIES = 8

export interface Reach {
  /** The tests that try a change, by name. */
  closest: (mutant: Mutant) => string[]
  milliseconds: (test: string) => number
}

/**
 * Which tests reach a change. A change that takes effect while the client loads is reached by the tests that run its
 * file's code; the test of every screen also tries it, and otherwise only what no other test reaches.
 */
export function reachOf(all: Mutant[], outcomes: Outcome[]): Reach {
  const fileOf = new Map(all.map(({ id, fileName }) => [Number(id), fileName]))
  const noted = outcomes
    .filter((one): one is Reached => one.kind === 'reached' && !one.hasFailed)
    .sort((a, b) => a.reached.length - b.reached.length)
  const tests = noted.map(({ test, reached, loaded }) => ({
    test,
    reached: new Set(reached),
    loaded: new Set(loaded),
    files: new Set(reached.map((id) => fileOf.get(id))),
  }))
  const durations = new Map(noted.map(({ test, milliseconds }) => [test, milliseconds]))
  return {
    closest: ({ id, fileName }) => {
      const reaching = tests.filter(
        ({ reached, loaded, files }) => reached.has(Number(id)) || (loaded.has(Number(id)) && files.has(fileName)),
      )
      const names = reaching.map(({ test }) => test)
      const own = names.filter((test) => !test.startsWith(ofEveryScreen))
      const general = names.filter((test) => test.startsWith(ofEveryScreen))
      const isLoaded = reaching.some(({ loaded }) => loaded.has(Number(id)))
      return [...own.slice(0, TRIES), ...(isLoaded || own.length === 0 ? general : [])]
    },
    milliseconds: (test) => durations.get(test) ?? 0,
  }
}
