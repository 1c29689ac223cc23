import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findTextMistakes } from './check-texts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const LONGEST = 400

/** Source files over the limit, each with its number of lines. */
const tooLong = () =>
  globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((f) => !/\.test\.tsx?$/.test(f))
    .map((f) => [f, readFileSync(`${root}${f}`, 'utf8').split('\n').length] as const)
    .filter(([, lines]) => lines > LONGEST)

const steps: [name: string, program: string, args: string[]][] = [
  ['types', 'tsc', []],
  ['style', 'biome', ['check', '--error-on-warnings', '.']],
  ['arrows', 'depcruise', ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'err']],
  ['dead code', 'knip', ['--no-progress']],
]

/** Types, style, arrows between folders, dead code, sizes, texts; prints only what is wrong. */
export function check() {
  const failed = steps.filter(([name, program, args]) => {
    const { status, stdout, stderr } = spawnSync(`${root}node_modules/.bin/${program}`, args, {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    if (status !== 0) process.stdout.write(`✗ ${name}\n${stdout}${stderr}\n`)
    return status !== 0
  })
  const long = tooLong()
  for (const [file, lines] of long) process.stdout.write(`✗ size: ${file} has ${lines} lines, more than ${LONGEST}\n`)
  const { missing, unused } = findTextMistakes()
  for (const mistake of missing) process.stdout.write(`✗ texts: ${mistake}\n`)
  for (const mistake of unused) process.stdout.write(`✗ texts: ${mistake}\n`)
  const isClean = failed.length === 0 && long.length === 0 && missing.length === 0 && unused.length === 0
  if (isClean) process.stdout.write('Types, style, arrows, dead code, sizes and texts are clean.\n')
  return isClean
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(check() ? 0 : 1)
