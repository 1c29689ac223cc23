import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import type { TestProject } from 'vitest/node'
import { provideClient } from '../../../test/browser/bundle-client.ts'
import { instrumentedFolder } from './instrument.ts'

/** Loads the code with its changes. Code that runs while the client loads does not belong to a test. */
const mutated: Plugin = {
  name: 'mutated',
  enforce: 'pre',
  load(id) {
    const file = `${instrumentedFolder}/${relative(process.cwd(), id)}`
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  },
  renderChunk: (code) => `globalThis.__stryker__.load(() => {${code}\n})`,
}

export const setup = (project: TestProject) => provideClient(project, [mutated])
