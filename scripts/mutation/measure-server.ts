import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import type { Mutant } from '@stryker-mutator/api/core'
import { createVitest, type Vitest } from 'vitest/node'
import { startTestDatabases } from '../../test/global-setup.ts'
import { instrument } from './instrument.ts'
import { type Finding, readFindings } from './plan.ts'
import { takeSample } from './sample.ts'
import { ofEveryFeature } from './tests-of.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const ACTIVE = '__STRYKER_ACTIVE_MUTANT__'

export type Outcome = 'Noticed' | 'Survived' | 'NoCoverage' | 'NotMeasured'

/** The results of the tests in the running app, by change. */
function judge(mutants: Mutant[]) {
  const findings = readFindings()
  const of = <K extends Finding['kind']>(kind: K) =>
    findings.filter((f): f is Extract<Finding, { kind: K }> => f.kind === kind)
  const reached = of('reached')
  const isCutShort = of('cutShort').length > 0
  const noticed = new Set(
    of('tried')
      .filter((f) => f.noticed)
      .map((f) => f.mutant),
  )
  const tried = new Set(of('tried').map((f) => `${f.mutant} ${f.test}`))
  const atStart = new Set(of('atStart').flatMap((f) => f.mutants))
  const testsOf = (id: string) => reached.filter(({ mutants: ids }) => ids.includes(id))
  return mutants.map((mutant) => {
    const tests = testsOf(mutant.id)
    const isUntried = tests.some(({ test }) => !tried.has(`${mutant.id} ${test}`))
    const isAtStart = atStart.has(mutant.id)
    return {
      mutant,
      tests,
      reached,
      isNoticed: noticed.has(mutant.id),
      isAtStart,
      isUntried: isUntried || isCutShort,
      isCutShort,
    }
  })
}
type Judged = ReturnType<typeof judge>[number]

/** How many leading letters two file names share: `not-me-routes.ts` is probably tested by `not-me.test.ts`. */
function sharedStart(one: string, other: string) {
  const [a, b] = [basename(one), basename(other)]
  const first = [...a].findIndex((letter, index) => letter !== b[index])
  return first < 0 ? a.length : first
}

/**
 * Test files for a change that takes effect only at startup: those that reach it, otherwise those that reach the
 * closest code.
 */
function filesFromStart({ mutant, tests, reached }: Judged): string[] {
  const byFile = Map.groupBy(reached, ({ file }) => file)
  const ranked = [...byFile].map(([file, own]) => ({
    file,
    seconds: own.reduce((sum, test) => sum + test.seconds, 0),
    direct: own.filter((test) => tests.includes(test)).length,
    named: sharedStart(file, mutant.fileName),
    distance: Math.min(...own.map((test) => test.distances[mutant.id] ?? Number.MAX_SAFE_INTEGER)),
  }))
  ranked.sort((a, b) => b.direct - a.direct || a.distance - b.distance || b.named - a.named || a.seconds - b.seconds)
  let seconds = 0
  return ranked
    .filter((entry, index) => {
      seconds += entry.seconds
      return index === 0 || (index < 3 && seconds < 30)
    })
    .map(({ file }) => file)
}

/** Restarts the app with the change active. Runs whole files, as without a change. @returns whether a test failed */
async function isNoticedFromStart(vitest: Vitest, mutant: Mutant, files: string[]) {
  process.env[ACTIVE] = mutant.id
  vitest.state.filesMap.clear()
  vitest.state.errorsSet.clear()
  await vitest.start(files)
  delete process.env[ACTIVE]
  const ran = vitest.state.getFiles()
  return ran.length === 0 || ran.some(({ result }) => result?.state === 'fail') || vitest.state.errorsSet.size > 0
}

const show = (outcome: Outcome, { fileName, location, mutatorName, replacement }: Mutant) =>
  say(
    `${outcome} ${relative(process.cwd(), fileName)}:${location.start.line + 1} ${mutatorName}: ${(replacement ?? '').replace(/\s+/g, ' ').slice(0, 100)}`,
  )

function report(title: string, total: number, outcomes: Map<Mutant, Outcome>) {
  for (const [mutant, outcome] of outcomes) if (outcome !== 'Noticed') show(outcome, mutant)
  const count = (of: Outcome) => [...outcomes.values()].filter((outcome) => outcome === of).length
  const [noticed, survived, uncovered] = [count('Noticed'), count('Survived'), count('NoCoverage')]
  const missing = count('NotMeasured')
  const share = (part: number) => Math.round((100 * part) / Math.max(1, outcomes.size))
  // Detected changes are known first: in an incomplete measurement, the finished ones are not representative.
  const score = missing ? `${share(noticed)} to ${share(noticed + missing)} %` : `${share(noticed)} %`
  say(`| ${title} | ${total} | ${outcomes.size} | ${noticed} | ${survived} | ${uncovered} | ${missing} | ${score} |`)
}

interface Wanted {
  feature: string
  files: string[]
  tests: string[]
  sample: number
  seed: string
  minutes: number
}

/** Tries changes of server code in the running app, and only those of startup code with a new app. */
export async function measureServer({ feature, files, tests, sample, seed, minutes }: Wanted) {
  const began = Date.now()
  const after = (share: number) => began + share * minutes * 60_000
  const { code, mutants } = await instrument(files)
  const sampled = takeSample(mutants, sample, seed)
  // The results stay there, with the test that detected each change and how.
  const placeOf = Object.fromEntries(
    mutants.map(({ id, fileName, location }) => [id, { file: fileName, line: location.start.line }]),
  )
  const folder = `${process.cwd()}/.cache/mutation/${feature}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    `${folder}/plan.json`,
    JSON.stringify({ code, until: after(0.7), sampled: sampled.map(({ id }) => id), placeOf }),
  )
  writeFileSync(`${folder}/findings.jsonl`, '')
  const databases = await startTestDatabases()
  Object.assign(process.env, {
    MUTATION_FOLDER: folder,
    MUTATION_TEMPLATE_URL: databases.templateUrl,
    MUTATION_SERVING_URL: databases.servingUrl,
    MUTATION_TESTS: tests.join(','),
  })
  process.once('SIGINT', () => databases.stop().finally(() => process.exit(1)))
  const vitest = await createVitest('test', { config: 'scripts/mutation/changing.config.ts', watch: false })
  try {
    await vitest.start()
    const failed = vitest.state.getFiles().filter(({ result }) => result?.state === 'fail')
    for (const { name } of failed) say(`Without a change there are failures in ${name}; it detects nothing.`)
    const broken = new Set(failed.map(({ name }) => name))
    process.env.MUTATION_PHASE = 'again'
    vitest.config.bail = 1
    const outcomes = new Map<Mutant, Outcome>()
    for (const judged of judge(sampled)) outcomes.set(judged.mutant, await settle(vitest, judged, broken, after(1)))
    report(`${feature} | server`, mutants.length, outcomes)
  } finally {
    await vitest.close()
    await databases.stop()
  }
  return true
}

/** @param broken the test files that fail without a change */
async function settle(vitest: Vitest, judged: Judged, broken: Set<string>, until: number): Promise<Outcome> {
  const { mutant, tests, isNoticed, isAtStart, isUntried, isCutShort } = judged
  if (isNoticed) return 'Noticed'
  if (!isAtStart && tests.length === 0) return isUntried ? 'NotMeasured' : 'NoCoverage'
  if (!isAtStart && !isUntried) return 'Survived'
  if (Date.now() > until) return 'NotMeasured'
  const files = [...new Set([...filesFromStart(judged), ...ofEveryFeature])].filter((file) => !broken.has(file))
  if (files.length === 0) return 'NotMeasured'
  if (await isNoticedFromStart(vitest, mutant, files)) return 'Noticed'
  // A test that the run did not get to could still detect it.
  return isCutShort ? 'NotMeasured' : 'Survived'
}
