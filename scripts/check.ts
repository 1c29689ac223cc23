import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findTextMistakes } from './check-texts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const LONGEST = 400

/** Source files above the limit, each with its number of lines. */
const tooLong = () =>
  globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((f) => !/\.test\.tsx?$/.test(f))
    .map((f) => [f, readFileSync(`${root}${f}`, 'utf8').split('\n').length] as const)
    .filter(([, lines]) => lines > LONGEST)

const steps: [name: string, program: string, args: string[]][] = [
  ['types', 'tsc', []],
  ['style', 'biome', ['check', '--error-on-warnings', '.']],
  ['dependency rules', 'depcruise', ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'err']],
  ['dead code', 'knip', ['--no-progress']],
]

interface StepResult {
  name: string
  isClean: boolean
  /** what the program printed, and how it ended */
  output: string
}

async function runStep([name, program, args]: (typeof steps)[number]): Promise<StepResult> {
  const child = spawn(`${root}node_modules/.bin/${program}`, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [status, signal] = await once(child, 'close')
  return { name, isClean: status === 0, output: `${output}${signal ? `${program} was ended by ${signal}\n` : ''}` }
}

/**
 * In parallel. What fails runs again alone: where memory is short, one of them may be ended for the sake of the others.
 */
async function runSteps() {
  const first = await Promise.all(steps.map(runStep))
  const mistakes: string[] = []
  for (const [index, { name, isClean, output }] of first.entries()) {
    if (isClean) continue
    const again = await runStep(steps[index] as (typeof steps)[number])
    if (again.isClean) process.stdout.write(`${name} passed at the second try. At the first:\n${output}\n`)
    else mistakes.push(`✗ ${name}\n${again.output}`)
  }
  return mistakes
}

/**
 * Checks types, style, dependency rules, dead code, sizes and texts; prints only what is wrong.
 * @returns what is wrong
 */
export async function findMistakes(): Promise<string[]> {
  const { missing, unused } = findTextMistakes()
  const mistakes = [
    ...(await runSteps()),
    ...tooLong().map(([file, lines]) => `✗ size: ${file} has ${lines} lines, more than ${LONGEST}`),
    ...[...missing, ...unused].map((mistake) => `✗ texts: ${mistake}`),
  ]
  process.stdout.write(
    mistakes.length
      ? `${mistakes.join('\n')}\n`
      : 'Types, style, dependency rules, dead code, sizes and texts are clean.\n',
  )
  return mistakes
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await findMistakes()).length ? 1 : 0)
