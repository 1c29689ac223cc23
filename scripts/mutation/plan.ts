import { appendFileSync, readFileSync } from 'node:fs'

/** What the test process needs to know; passed as a file. */
export interface Plan {
  code: Record<string, string>
  /** The changes to try, by number. */
  sampled: string[]
  /** The file and line of each change, including those that are not tried. */
  placeOf: Record<string, { file: string; line: number }>
  /** Milliseconds since 1970; no test starts after it. */
  until: number
}

/** The output of the test process, one JSON object per line. */
export type Finding =
  | {
      kind: 'reached'
      test: string
      title: string
      file: string
      seconds: number
      mutants: string[]
      /** The number of lines between each sampled change and the code that the test reached in its file. */
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
