import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { findFeatureFolder } from '../feature-folder.ts'
import type { Place } from '../sample.ts'
import { ignoreLayout } from './ignore-layout.ts'

export interface Mutant extends Place {
  id: string
  /** The part of the file from `start` to `end`, in characters, that the change replaces. */
  range: { start: number; end: number }
  replacement: string
}

export const instrumentedFolder = '.cache/mutation/instrumented'
const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} }

const offsetIn = (code: string, { line, column }: { line: number; column: number }) =>
  code
    .split('\n')
    .slice(0, line)
    .reduce((sum, text) => sum + text.length + 1, 0) + column

/** Puts every change of StrykerJS into the web code of these features, each behind a switch, and lists the changes. */
export async function instrument(features: string[]): Promise<Mutant[]> {
  const names = features.flatMap((feature) =>
    globSync(`${findFeatureFolder(feature)}/web/**/*.{ts,tsx}`, { exclude: ['**/*.test.*', '**/*.d.ts'] }),
  )
  const contents = new Map(names.map((name) => [name, readFileSync(name, 'utf8')]))
  const { files, mutants } = await new Instrumenter(silent as never).instrument(
    [...contents].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [ignoreLayout] },
  )
  rmSync(instrumentedFolder, { recursive: true, force: true })
  for (const { name, content } of files) {
    mkdirSync(dirname(`${instrumentedFolder}/${name}`), { recursive: true })
    writeFileSync(`${instrumentedFolder}/${name}`, content)
  }
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, mutatorName, replacement = '', location }) => {
      const code = contents.get(fileName) ?? ''
      const range = { start: offsetIn(code, location.start), end: offsetIn(code, location.end) }
      return { id, fileName, mutatorName, replacement, location, range }
    })
}
