/** The input of the runner for screen tests; without changes, it records which of them each test reaches. */
export interface Order {
  /** The changes to try in each test, by the test's name; null in the first run. */
  tries: Record<string, { mutants: string[]; milliseconds: number }> | null
  /** No change is tried after this time, in milliseconds since 1970. */
  until: number
  /** A file that receives one outcome per line. */
  outcomes: string
}

/**
 * The result of a test: `reached` are the changes that it ran, `loaded` those that take effect while the client loads.
 */
export interface Reached {
  kind: 'reached'
  test: string
  hasFailed: boolean
  milliseconds: number
  reached: number[]
  loaded: number[]
}
export type Outcome = Reached | { kind: 'survived' | 'killed' | 'unclear'; id: string; test: string }
