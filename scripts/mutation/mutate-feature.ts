import { existsSync, globSync, mkdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { MutantResult } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { startTestDatabases } from '../../test/global-setup.ts'
import { measureServer } from './measure-server.ts'
import { found } from './stryker-plugin.ts'
import { testsOf } from './tests-of.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** @param words a feature, then `server` or `web` where it has both, then options; see docs/testing.md */
function readWords(words: string[]) {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '0' },
      seed: { type: 'string', default: 'hearth' },
      minutes: { type: 'string', default: '30' },
      tests: { type: 'string', multiple: true, default: [] },
    },
  })
  const [feature = '', side] = positionals
  if (!existsSync(`src/features/${feature}`)) throw new Error(`There is no feature ${feature}.`)
  const sides = (side ? [side] : ['server', 'web']).filter((name) => existsSync(`src/features/${feature}/${name}`))
  if (sides.length !== 1) throw new Error(`Name one side of ${feature}: server or web.`)
  return { feature, side: sides[0] as 'server' | 'web', ...values }
}

function optionsOf(files: string[]) {
  return {
    mutate: files,
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false, pool: 'forks' as const },
    coverageAnalysis: 'perTest' as const,
    plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/stryker-plugin.ts'],
    checkers: ['sample'],
    reporters: ['sample'],
    concurrency: 1,
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 20,
    tempDirName: '.cache/stryker',
    ignorePatterns: ['/.cache', '/.runtime', '/dist', '/data', '/test-results'],
    // Vite removes types itself; TypeScript 7 has no programming interface with which Stryker could read the file.
    disableTypeChecks: false,
    tsconfigFile: 'none',
    allowConsoleColors: false,
  }
}

const isKilled = ({ status }: MutantResult) => status === 'Killed' || status === 'Timeout' || status === 'RuntimeError'

function report(title: string) {
  const results = [...found.results.values()].filter(({ status }) => status !== 'CompileError')
  const count = (of: (result: MutantResult) => boolean) => results.filter(of).length
  for (const { status, fileName, location, mutatorName, replacement } of results)
    if (status === 'Survived' || status === 'NoCoverage')
      say(
        `${status} ${relative(process.cwd(), fileName)}:${location.start.line} ${mutatorName}: ${(replacement ?? '').replace(/\s+/g, ' ').slice(0, 100)}`,
      )
  const killed = count(isKilled)
  const survived = count(({ status }) => status === 'Survived')
  const uncovered = count(({ status }) => status === 'NoCoverage')
  const sampled = found.sampled.size
  const missing = sampled - killed - survived - uncovered
  // Of those that no test reaches all are known even where time ran out: only the others' share is an estimate then.
  const covered = sampled ? (sampled - uncovered) / sampled : 0
  const score = killed + survived ? Math.round((100 * covered * killed) / (killed + survived)) : 0
  say(`| ${title} | ${found.total} | ${sampled} | ${killed} | ${survived} | ${uncovered} | ${missing} | ${score} % |`)
}

/** Lets Stryker change a feature's code and looks how many of the changes its tests notice. */
export async function mutateFeature(words: string[]) {
  const { feature, side, sample, seed, minutes, tests } = readWords(words)
  const files = globSync(`src/features/${feature}/${side}/**/*.{ts,tsx}`, {
    exclude: ['**/*.test.*', '**/*-test-*', '**/*.d.ts'],
  })
  const chosen = [...testsOf(feature, side), ...tests.flatMap((glob) => globSync(glob))]
  say(`${feature} ${side}, sample ${sample} of seed ${seed}, with ${chosen.join(' ')}`)
  setPriority(10)
  if (side === 'server')
    return measureServer({
      feature,
      files,
      tests: chosen,
      sample: Number(sample),
      seed,
      minutes: Number(minutes),
    })
  mkdirSync('.cache', { recursive: true })
  const databases = await startTestDatabases()
  Object.assign(process.env, {
    MUTATION_TEMPLATE_URL: databases.templateUrl,
    MUTATION_SERVING_URL: databases.servingUrl,
    MUTATION_TESTS: chosen.join(','),
    MUTATION_SAMPLE: sample,
    MUTATION_SEED: seed,
    MUTATION_SAMPLE_FILE: `${process.cwd()}/.cache/mutation-sample.json`,
  })
  const deadline = setTimeout(async () => {
    report(`${feature} | ${side}`)
    await databases.stop()
    // Stryker ends its processes and removes its sandbox.
    process.kill(process.pid, 'SIGINT')
  }, Number(minutes) * 60_000)
  try {
    await new Stryker(optionsOf(files)).runMutationTest()
    report(`${feature} | ${side}`)
  } finally {
    clearTimeout(deadline)
    await databases.stop()
  }
  return true
}
