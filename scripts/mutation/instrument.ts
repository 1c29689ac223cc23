import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Mutant } from '@stryker-mutator/api/core'
import type { Logger } from '@stryker-mutator/api/logging'
import { Instrumenter } from '@stryker-mutator/instrumenter'

export interface Instrumented {
  /** The code with all changes, each behind a switch, by the file's path. */
  code: Record<string, string>
  mutants: readonly Mutant[]
}

const silent = new Proxy({} as Logger, {
  get: (_, name) => (String(name).startsWith('is') ? () => false : () => undefined),
})

/** Lets StrykerJS put every change that it knows into these files, each behind a switch. */
export async function instrument(files: string[]): Promise<Instrumented> {
  const sources = files
    .map((file) => resolve(file))
    .sort()
    .map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }))
  const options = { plugins: null, excludedMutations: [], ignorers: [] }
  const result = await new Instrumenter(silent).instrument(sources, options)
  return {
    code: Object.fromEntries(result.files.map(({ name, content }) => [name, content])),
    mutants: result.mutants,
  }
}
