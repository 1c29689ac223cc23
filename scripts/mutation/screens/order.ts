/** What the runner of screen tests is to do: without changes, it notes which of them each test reaches. */
export interface Order {
  /** The changes to try in each test, by the test's name; none in the first run. */
  tries: Record<string, { mutants: string[]; milliseconds: number }> | null
  /** No change is tried after it, in milliseconds since 1970. */
  until: number
  /** A file that takes one outcome a line. */
  outcomes: string
}

/** What a test showed: `reached` are the changes it came to, `loaded` those that act while the client loads. */
export interface Reached {
  kind: 'reached'
  test: string
  hasFailed: boolean
  milliseconds: number
  reached: number[]
  loaded: number[]
}
export type Outcome = Reached | { kind: 'survived' | 'killed' | 'unclear'; id: string; test: string }
