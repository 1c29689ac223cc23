import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { findFeatureFolder } from '../feature-folder.ts'
import { takeSample } from '../sample.ts'
import { instrument, type Mutant } from './instrument.ts'
import type { Order, Outcome } from './order.ts'
import { type Reach, reachOf } from './reach.ts'
import { refusedByTypes } from './refused-by-types.ts'
import { report } from './report.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = '.cache/mutation'

export interface Wishes {
  features: string[]
  /** test files */
  tests: string[]
  /** Per feature; 0 for all changes. */
  sample: number
  seed: string
  /** for trying changes; recording what the tests reach comes before */
  minutes: number
}

/** For each feature, the first sampled changes that compile. */
function choose(mutants: Mutant[], { features, sample, seed }: Wishes) {
  const candidates = features.map((feature) => {
    const own = mutants.filter(({ fileName }) => fileName.startsWith(`${findFeatureFolder(feature)}/`))
    return takeSample(own, sample * 2, seed)
  })
  const refused = refusedByTypes(candidates.flat())
  say(`${refused.size} of ${candidates.flat().length} changes are refused by the compiler and left out`)
  return candidates.flatMap((those) => those.filter(({ id }) => !refused.has(id)).slice(0, sample || those.length))
}

async function runTests(tests: string[], order: Order) {
  const file = `${folder}/order.json`
  writeFileSync(file, JSON.stringify(order))
  writeFileSync(order.outcomes, '')
  const env = { ...process.env, MUTATION_TESTS: tests.join(','), MUTATION_ORDER: file }
  const args = ['run', '--config', 'scripts/mutation/screens/vitest.config.ts', '--reporter=dot']
  const vitest = spawn('node_modules/.bin/vitest', args, { env, stdio: 'ignore' })
  await new Promise((done) => vitest.on('exit', done))
  const lines = readFileSync(order.outcomes, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Outcome)
}

/** The changes that each test must try. */
function planTries(chosen: Mutant[], reach: Reach) {
  const pairs = chosen.flatMap((mutant) => reach.closest(mutant).map((test) => ({ test, id: mutant.id })))
  const byTest = Map.groupBy(pairs, ({ test }) => test)
  return Object.fromEntries(
    [...byTest].map(([test, those]) => [
      test,
      { mutants: those.map(({ id }) => id), milliseconds: reach.milliseconds(test) },
    ]),
  )
}

/** Lets StrykerJS change the web code of features and looks how many of the changes the tests of screens notice. */
export async function mutateScreens(wishes: Wishes) {
  mkdirSync(folder, { recursive: true })
  const all = await instrument(wishes.features)
  say(`${all.length} changes of ${wishes.features.join(', ')}; ${wishes.tests.length} files of tests`)
  const first = await runTests(wishes.tests, { tries: null, until: 0, outcomes: `${folder}/reached.jsonl` })
  for (const one of first) if (one.kind === 'reached' && one.hasFailed) say(`Failed without a change: ${one.test}`)
  const chosen = choose(all, wishes)
  const reach = reachOf(all, first)
  const tries = planTries(chosen, reach)
  const files = wishes.tests.filter((file) => Object.keys(tries).some((test) => test.startsWith(`${file} > `)))
  const until = Date.now() + wishes.minutes * 60_000
  const outcomes = await runTests(files, { tries, until, outcomes: `${folder}/tried.jsonl` })
  report(wishes.features, { all, chosen, reach, outcomes })
  return true
}
