import { relative } from 'node:path'
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest'
import { forgetThrottles } from './forget-throttles.ts'
import { addFinding, readPlan } from './plan.ts'

interface Space {
  activeMutant?: string
  currentTestId?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

const plan = readPlan()
const sampled = new Set(plan.sampled)
const shared = globalThis as unknown as { __stryker__?: Space }
shared.__stryker__ ??= {}
const space = shared.__stryker__
// Repeated runs with and without a change must not count as coverage.
const AGAIN = 'again'
// A longer test is not worth its time; it still counts if it runs in a separate process.
const LONGEST = 3_000
/** CPU milliseconds of this process: on a busy machine wall time is misleading. */
const worked = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
// The test time per change, over all tests; changes that need more have no specific test.
const ENOUGH = 20_000

/**
 * The distance between each sampled change and the code reached in its file: the closest test is the most specific one.
 */
function distancesTo(hits: Record<string, number>) {
  const distances: Record<string, number> = {}
  const lines = Object.groupBy(
    Object.keys(hits).flatMap((id) => plan.placeOf[id] ?? []),
    ({ file }) => file,
  )
  for (const id of sampled) {
    const place = plan.placeOf[id]
    const near = place && lines[place.file]
    if (near) distances[id] = Math.min(...near.map(({ line }) => Math.abs(line - place.line)))
  }
  return distances
}

const suitesOf = (test: RunnerTestCase) => {
  const suites: RunnerTestSuite[] = []
  for (let suite = test.suite; suite; suite = suite.suite) suites.unshift(suite)
  return [test.file, ...suites.filter((suite) => suite !== test.file)] as RunnerTestSuite[]
}

async function callHooks(test: RunnerTestCase, name: 'beforeEach' | 'afterEach') {
  const suites = suitesOf(test)
  for (const suite of name === 'beforeEach' ? suites : suites.reverse())
    for (const hook of TestRunner.getSuiteHooks(suite)[name])
      await (hook as (...given: unknown[]) => unknown)(test.context, suite)
}

/** Runs the test's function again, with its hooks. @returns why it failed, or undefined */
async function fails(test: RunnerTestCase, mutant: string | undefined, longest: number): Promise<string | undefined> {
  space.activeMutant = mutant
  space.hitCount = 0
  let timer: NodeJS.Timeout | undefined
  try {
    await forgetThrottles()
    await callHooks(test, 'afterEach')
    await callHooks(test, 'beforeEach')
    const late = new Promise((_, refuse) => {
      timer = setTimeout(() => refuse(new Error('It took too long.')), longest)
    })
    await Promise.race([TestRunner.getTestFn(test)(), late])
    return undefined
  } catch (error) {
    return String(error instanceof Error ? error.message : error).slice(0, 200)
  } finally {
    clearTimeout(timer)
    space.activeMutant = undefined
  }
}

const dead = new Set<string>()
const spent = new Map<string, number>()

/** Tries each change that the test reached, in the running app. */
export default class ChangingRunner extends TestRunner {
  override onBeforeTryTask(test: RunnerTestCase, options: Parameters<TestRunner['onBeforeTryTask']>[1]) {
    super.onBeforeTryTask(test, options)
    if (process.env.MUTATION_PHASE !== 'again') space.currentTestId = test.id
  }

  async runTask(test: RunnerTestCase) {
    const run = TestRunner.getTestFn(test)
    if (process.env.MUTATION_PHASE === 'again') return run()
    if (Date.now() > plan.until) return addFinding({ kind: 'cutShort' })
    const [began, before] = [performance.now(), worked()]
    await run()
    const [took, work] = [performance.now() - began, worked() - before]
    space.currentTestId = AGAIN
    const hits = space.mutantCoverage?.perTest[test.id] ?? {}
    const reached = Object.keys(hits).filter((id) => sampled.has(id))
    const title = [
      ...suitesOf(test)
        .slice(1)
        .map(({ name }) => name),
      test.name,
    ].join(' > ')
    const file = relative(process.cwd(), test.file.filepath)
    addFinding({
      kind: 'reached',
      test: test.id,
      title,
      file,
      seconds: work / 1000,
      mutants: reached,
      distances: distancesTo(hits),
    })
    await this.#tryEach(test, hits, reached, { took, work })
    // The next test must find no limit that these tries used up.
    await forgetThrottles()
  }

  async #tryEach(
    test: RunnerTestCase,
    hits: Record<string, number>,
    reached: string[],
    { took, work }: Record<'took' | 'work', number>,
  ) {
    const alive = reached.filter((id) => !dead.has(id))
    const untried = alive.filter((id) => (spent.get(id) ?? 0) < ENOUGH)
    for (const mutant of alive)
      if (!untried.includes(mutant)) addFinding({ kind: 'tried', mutant, test: test.id, noticed: false, why: 'enough' })
    if (untried.length === 0) return
    const longest = 20_000 + 5 * took
    const giveUp = (mutants: string[]) => addFinding({ kind: 'notRepeatable', test: test.id, mutants })
    if (work > LONGEST || (await fails(test, undefined, longest))) return giveUp(untried)
    for (const [index, mutant] of untried.entries()) {
      if (Date.now() > plan.until) return
      space.hitLimit = 100 * (hits[mutant] ?? 1)
      const began = worked()
      const why = await fails(test, mutant, longest)
      spent.set(mutant, (spent.get(mutant) ?? 0) + worked() - began)
      // A failure counts only if the same test passes again without the change.
      if (why !== undefined && (await fails(test, undefined, longest)) !== undefined)
        return giveUp(untried.slice(index))
      if (why !== undefined) dead.add(mutant)
      addFinding({ kind: 'tried', mutant, test: test.id, noticed: why !== undefined, ...(why ? { why } : {}) })
    }
  }

  override async onAfterRunSuite(suite: RunnerTestSuite) {
    await super.onAfterRunSuite(suite)
    if (process.env.MUTATION_PHASE === 'again' || !('filepath' in suite)) return
    const atStart = Object.keys(space.mutantCoverage?.static ?? {}).filter((id) => sampled.has(id))
    addFinding({ kind: 'atStart', mutants: atStart })
    space.currentTestId = undefined
    if (space.mutantCoverage) space.mutantCoverage.perTest = {}
  }
}
