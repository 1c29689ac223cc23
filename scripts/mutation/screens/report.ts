import { findFeatureFolder } from '../feature-folder.ts'
import type { Mutant } from './instrument.ts'
import type { Outcome } from './order.ts'
import type { Reach } from './reach.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

interface Run {
  all: Mutant[]
  chosen: Mutant[]
  reach: Reach
  outcomes: Outcome[]
}
const percent = (part: number, whole: number) => (whole ? `${Math.round((100 * part) / whole)} %` : '-')

/** The result of a sampled change: detected, survived, reached by no test, or not finished. */
function judge(mutant: Mutant, { reach, outcomes }: Run) {
  const own = outcomes.filter((one) => one.kind !== 'reached' && one.id === mutant.id)
  if (own.some(({ kind }) => kind === 'killed')) return 'Killed'
  const tests = reach.closest(mutant)
  if (tests.length === 0) return 'NoCoverage'
  return own.filter(({ kind }) => kind === 'survived').length === tests.length ? 'Survived' : 'NotMeasured'
}

/** Prints each undetected change, and a row for each feature. */
export function report(features: string[], run: Run) {
  for (const one of run.outcomes) if (one.kind === 'unclear') say(`Cannot run twice: ${one.test}`)
  const judged = run.chosen.map((mutant) => ({ mutant, verdict: judge(mutant, run) }))
  for (const { mutant, verdict } of judged.filter((one) => one.verdict !== 'Killed')) {
    const { fileName, location, mutatorName, replacement } = mutant
    const change = replacement.replace(/\s+/g, ' ').slice(0, 100)
    say(`${verdict} ${fileName}:${location.start.line + 1} ${mutatorName}: ${change}`)
  }
  for (const feature of features) {
    const isOwn = ({ fileName }: Mutant) => fileName.startsWith(`${findFeatureFolder(feature)}/`)
    const all = run.all.filter(isOwn)
    const verdicts = judged.filter(({ mutant }) => isOwn(mutant)).map(({ verdict }) => verdict)
    const count = (wanted: string) => verdicts.filter((verdict) => verdict === wanted).length
    const [killed, survived, uncovered] = [count('Killed'), count('Survived'), count('NoCoverage')]
    const reached = all.filter((mutant) => run.reach.closest(mutant).length > 0)
    // The finished changes are extrapolated to the others in the sample that tests reach.
    const share = verdicts.length ? (verdicts.length - uncovered) / verdicts.length : 0
    const cells = [
      ...[feature, all.length, percent(reached.length, all.length), verdicts.length, killed, survived, uncovered],
      ...[count('NotMeasured'), percent(share * killed, killed + survived)],
    ]
    say(`| ${cells.join(' | ')} |`)
  }
}
