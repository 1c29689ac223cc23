import type { Mutant } from './instrument.ts'
import type { Outcome, Reached } from './order.ts'

/** The number of tests that try a change, those that reach the fewest other changes first. */
const TRIES = 4

export interface Reach {
  /** The tests that try a change, by name. */
  closest: (mutant: Mutant) => string[]
  milliseconds: (test: string) => number
}

/**
 * Which tests reach a change. A change that takes effect while the client loads is reached by the tests that run its
 * file's code.
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
    closest: ({ id, fileName }) =>
      tests
        .filter(
          ({ reached, loaded, files }) => reached.has(Number(id)) || (loaded.has(Number(id)) && files.has(fileName)),
        )
        .slice(0, TRIES)
        .map(({ test }) => test),
    milliseconds: (test) => durations.get(test) ?? 0,
  }
}
