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

/** @returns whether the program found nothing wrong; prints its output otherwise */
async function runStep([name, program, args]: (typeof steps)[number]) {
  const child = spawn(`${root}node_modules/.bin/${program}`, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const [status] = await once(child, 'close')
  if (status !== 0) process.stdout.write(`✗ ${name}\n${said}\n`)
  return status === 0
}

/** Checks types, style, dependency rules, dead code, sizes and texts in parallel; prints only what is wrong. */
export async function check() {
  const passed = await Promise.all(steps.map(runStep))
  const long = tooLong()
  for (const [file, lines] of long) process.stdout.write(`✗ size: ${file} has ${lines} lines, more than ${LONGEST}\n`)
  const { missing, unused } = findTextMistakes()
  for (const mistake of missing) process.stdout.write(`✗ texts: ${mistake}\n`)
  for (const mistake of unused) process.stdout.write(`✗ texts: ${mistake}\n`)
  const isClean = passed.every(Boolean) && long.length === 0 && missing.length === 0 && unused.length === 0
  if (isClean) process.stdout.write('Types, style, dependency rules, dead code, sizes and texts are clean.\n')
  return isClean
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await check()) ? 0 : 1)
