import { appendFileSync, readFileSync } from 'node:fs'

/** What the process of the tests needs to know; it is handed over as a file. */
export interface Plan {
  code: Record<string, string>
  /** The changes to try, by number. */
  sampled: string[]
  /** The file and line of each change, also of those that are not tried. */
  placeOf: Record<string, { file: string; line: number }>
  /** Milliseconds since 1970; no further test runs after it. */
  until: number
}

/** What the process of the tests answers, a line of JSON each. */
export type Finding =
  | {
      kind: 'reached'
      test: string
      title: string
      file: string
      seconds: number
      mutants: string[]
      /** How many lines lie between each change of the sample and what the test reached in its file. */
      distances: Record<string, number>
    }
  | { kind: 'atStart'; mutants: string[] }
  | { kind: 'tried'; mutant: string; test: string; noticed: boolean; why?: string }
  | { kind: 'cutShort' }
  | { kind: 'notRepeatable'; test: string; mutants: string[] }

const folder = () => process.env.MUTATION_FOLDER ?? ''

export const readPlan = () => JSON.parse(readFileSync(`${folder()}/plan.json`, 'utf8')) as Plan
export const addFinding = (finding: Finding) =>
  appendFileSync(`${folder()}/findings.jsonl`, `${JSON.stringify(finding)}\n`)
export const readFindings = () =>
  readFileSync(`${folder()}/findings.jsonl`, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Finding)
