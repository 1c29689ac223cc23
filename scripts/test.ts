import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildClient } from './build-client.ts'
import { findMistakes } from './check.ts'
import { selectTests } from './select-tests.ts'
import { getTestBrowser } from './test-browser.ts'
import { unhandledErrors } from './unhandled-errors.ts'

// All checks, the tests through HTTP, and the tests in a browser.
const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
const results = `${root}test-results`
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const run = (program: string, args: string[]) =>
  spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0

function findBrowser() {
  if (process.env.CHROMIUM || getTestBrowser() || browsers.some((b) => existsSync(b))) return
  process.stderr.write('Getting a browser for the tests …\n')
  const isDebian = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  const got = isDebian
    ? run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', 'chromium'])
    : run(`${root}node_modules/.bin/playwright`, ['install', 'chromium'])
  if (!got)
    process.stderr.write('No browser could be installed. Install Chromium, or name one with CHROMIUM=/path/to/it.\n')
}

interface Counts {
  passed: number
  failed: number
  skipped: number
  /** the name of each failed test, with its message */
  failures: string[]
}
/** How much of a failure is repeated at the end, in characters. */
const MOST_SHOWN = 2000

interface UnitTest {
  status: string
  fullName: string
  failureMessages: string[]
}
interface UnitFile {
  name: string
  status: string
  message: string
  assertionResults: UnitTest[]
}
const firstTry = `${results}/unit.json`
const secondTry = `${results}/unit-again.json`
const readFiles = (report: string): UnitFile[] =>
  existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : []
/** With more failed files than this, something is broken. */
const MOST_TRIED_AGAIN = 5
/** A file that failed before any of its tests could run. */
const isBroken = (file: UnitFile) => file.status === 'failed' && file.assertionResults.length === 0
const failedIn = ({ assertionResults }: UnitFile) => assertionResults.filter(({ status }) => status === 'failed')
const describeFailure = ({ name }: UnitFile, { fullName, failureMessages }: UnitTest) =>
  `✗ ${name}: ${fullName}\n${failureMessages.join('\n')}`

function countUnits(): Counts {
  const again = new Map(readFiles(secondTry).map((file) => [file.name, file]))
  const files = readFiles(firstTry).map((file) => again.get(file.name) ?? file)
  const tests = files.flatMap((file) => file.assertionResults)
  const broken = files.filter(isBroken)
  const failed = files.flatMap((file) => failedIn(file).map((test) => describeFailure(file, test)))
  const passed = tests.filter(({ status }) => status === 'passed').length
  return {
    passed,
    failed: failed.length + broken.length,
    skipped: tests.length - passed - failed.length,
    failures: [...broken.map(({ name, message }) => `✗ ${name}\n${message}`), ...failed],
  }
}

interface Suite {
  suites?: Suite[]
  specs: { file: string; title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
}
const specsOf = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]

function countBrowser(): Counts {
  const { stats, suites } = JSON.parse(readFileSync(`${results}/e2e.json`, 'utf8'))
  const failures = (suites as Suite[])
    .flatMap(specsOf)
    .flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map((test) => `✗ ${file}: ${title}\n${test.results.at(-1)?.error?.message ?? ''}`),
    )
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, failures }
}

const vitestOnce = (args: string[], report: string) =>
  run(`${root}node_modules/.bin/vitest`, [
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/unhandled-errors.ts',
    `--outputFile.json=${report}`,
    ...args,
  ])

/**
 * On a busy machine a step may exceed its timeout, so a file with a failed test is run once more, as a whole: what the
 * failed test left behind in its database must not fail the second try. Lists what passed only then.
 */
function vitest(args: string[], only: string[] = []) {
  for (const file of [secondTry, unhandledErrors]) rmSync(file, { force: true })
  if (vitestOnce([...args, ...only], firstTry)) return true
  const failed = readFiles(firstTry).filter(({ status }) => status === 'failed')
  // An error outside of all tests would be gone with a second try of others.
  if (failed.length === 0 || failed.length > MOST_TRIED_AGAIN || existsSync(unhandledErrors)) return false
  process.stdout.write(`\nTrying ${failed.length} failed ${failed.length === 1 ? 'file' : 'files'} again.\n`)
  const isPassed = vitestOnce([...failed.map(({ name }) => name), ...only], secondTry)
  const passed = new Set(
    readFiles(secondTry).flatMap(({ name, assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => `${name} ${fullName}`),
    ),
  )
  const lines = failed.flatMap((file) =>
    failedIn(file)
      .filter(({ fullName }) => passed.has(`${file.name} ${fullName}`))
      .map((test) => describeFailure(file, test).slice(2, MOST_SHOWN)),
  )
  if (lines.length) process.stdout.write(`\nPassed at the second try:\n${lines.join('\n')}\n`)
  return isPassed
}
const playwright = (args: string[]) => run(`${root}node_modules/.bin/playwright`, ['test', ...args])

/** Only the tests that match the words, without the checks. @returns whether all of them passed */
function runSelected(words: string[]) {
  const units = selectTests(['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'], words, root)
  const specs = selectTests(['test/e2e/*.spec.ts'], words, root)
  const found = [units, specs].flatMap(({ files, titles }) => [...files, ...titles.files])
  if (found.length === 0) {
    process.stdout.write(`No test file and no title of a test has ${words.join(' or ')}.\n`)
    return false
  }
  process.stdout.write(`${found.join('\n')}\n`)
  const steps: (() => boolean)[] = []
  if (units.files.length) steps.push(() => vitest(units.files))
  if (units.titles.files.length) steps.push(() => vitest(units.titles.files, ['-t', units.titles.pattern]))
  if (found.some((file) => file.endsWith('.spec.ts'))) steps.push(buildForBrowser)
  if (specs.files.length) steps.push(() => playwright(specs.files))
  if (specs.titles.files.length) steps.push(() => playwright([...specs.titles.files, '-g', specs.titles.pattern]))
  return steps.map((step) => step()).every(Boolean)
}

function buildForBrowser() {
  findBrowser()
  buildClient()
  return true
}

/** Everything except the browser tests. */
async function runQuick() {
  const mistakes = await findMistakes()
  return vitest([]) && mistakes.length === 0
}

async function runAll() {
  findBrowser()
  const mistakes = await findMistakes()
  buildClient()
  const units = vitest([])
  const browser = playwright([])
  const none = { passed: 0, failed: 1, skipped: 0, failures: [] }
  const counts = [existsSync(firstTry) ? countUnits() : none, existsSync(`${results}/e2e.json`) ? countBrowser() : none]
  const sum = (of: 'passed' | 'failed' | 'skipped') => counts.reduce((all, c) => all + c[of], 0)
  const isClean = mistakes.length === 0
  // At the end, where a long log is read first.
  for (const failure of [...mistakes, ...counts.flatMap(({ failures }) => failures)])
    process.stdout.write(`\n${failure.slice(0, MOST_SHOWN)}\n`)
  process.stdout.write(
    `\n${sum('passed') + (isClean ? 1 : 0)} passed, ${sum('failed') + (isClean ? 0 : 1)} failed, ${sum('skipped')} skipped\n`,
  )
  return isClean && units && browser
}

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const words = process.argv.slice(2)
const passed = words.includes('--quick') ? await runQuick() : words.length ? runSelected(words) : await runAll()
process.exit(passed ? 0 : 1)
