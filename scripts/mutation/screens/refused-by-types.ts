import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Mutant } from './instrument.ts'

const folder = '.cache/mutation/types'

function makeCopy() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const isWanted = (name: string) => !/\.test\.tsx?$/.test(name)
  cpSync('src', `${folder}/src`, { recursive: true, filter: isWanted })
  cpSync('package.json', `${folder}/package.json`)
  // Unused code is not an error here. Without the server, contracts lack its tables, so only the web code counts.
  const compilerOptions = { noUnusedLocals: false, allowUnreachableCode: true, tsBuildInfoFile: 'types.tsbuildinfo' }
  const config = { extends: '../../../tsconfig.json', compilerOptions, include: ['src/web.tsx', 'src/**/*.d.ts'] }
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config))
}

function filesWithErrors() {
  const { stdout } = spawnSync('node_modules/.bin/tsc', ['--noEmit', '-p', folder], { encoding: 'utf8' })
  return new Set(
    stdout.split('\n').flatMap((line) => /^(?:.*\/)?(src\/[^(]+\/web\/[^(]+)\(\d+,\d+\): error/.exec(line)?.[1] ?? []),
  )
}

const known = '.cache/mutation/refused-by-types.json'
const keyOf = ({ fileName, range, replacement }: Mutant, code: string) =>
  createHash('sha256').update([fileName, code, range.start, range.end, replacement].join('\n')).digest('hex')

/** Compiles with one change per file at a time. */
function askCompiler(mutants: Mutant[]) {
  makeCopy()
  const before = filesWithErrors()
  if (before.size) throw new Error(`The code has type errors already: ${[...before].join(' ')}`)
  const refused = new Set<Mutant>()
  const byFile = Map.groupBy(mutants, ({ fileName }) => fileName)
  for (let round = 0; ; round++) {
    const tried = [...byFile.values()].flatMap((those) => those[round] ?? [])
    if (tried.length === 0) return refused
    const changed = tried.map((mutant) => ({ mutant, code: readFileSync(mutant.fileName, 'utf8') }))
    for (const { mutant, code } of changed) {
      const { start, end } = mutant.range
      writeFileSync(`${folder}/${mutant.fileName}`, code.slice(0, start) + mutant.replacement + code.slice(end))
    }
    const wrong = filesWithErrors()
    for (const { mutant, code } of changed) {
      if (wrong.has(mutant.fileName)) refused.add(mutant)
      writeFileSync(`${folder}/${mutant.fileName}`, code)
    }
  }
}

/** The changes that the compiler refuses: they cannot come to a test, as Stryker's own check of types would find. */
export function refusedByTypes(mutants: Mutant[]): Set<string> {
  const answers = new Map<string, boolean>(existsSync(known) ? JSON.parse(readFileSync(known, 'utf8')) : [])
  const keyed = mutants.map((mutant) => ({ mutant, key: keyOf(mutant, readFileSync(mutant.fileName, 'utf8')) }))
  const unknown = keyed.filter(({ key }) => !answers.has(key))
  if (unknown.length) {
    const refused = askCompiler(unknown.map(({ mutant }) => mutant))
    for (const { mutant, key } of unknown) answers.set(key, refused.has(mutant))
    writeFileSync(known, JSON.stringify([...answers]))
  }
  return new Set(keyed.filter(({ key }) => answers.get(key)).map(({ mutant }) => mutant.id))
}
