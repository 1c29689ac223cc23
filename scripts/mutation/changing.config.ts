import { createHash } from 'node:crypto'
import { defineConfig } from 'vitest/config'
import type { VitestPluginContext } from 'vitest/node'
import product from '../../vitest.config.ts'
import { readPlan } from './plan.ts'
import { QuickFirst } from './quick-first.ts'

const root = new URL('../..', import.meta.url).pathname
const { projects: _, ...test } = product.test ?? {}
const { code } = readPlan()

const withoutQuery = (id: string) => id.replace(/\?.*$/, '')
/** Vitest caches files that it has read, and does not know that these have different content here. */
const keyOf = (id: string) => {
  const changed = code[withoutQuery(id)]
  return changed && createHash('sha256').update(changed).digest('hex')
}

// The product as it is, except the measured files: these contain every change behind a switch.
export default defineConfig({
  root,
  plugins: [
    {
      name: 'changes',
      enforce: 'pre',
      load: (id) => code[withoutQuery(id)],
      configureVitest: ({ defineCacheKeyGenerator }: VitestPluginContext) =>
        defineCacheKeyGenerator(({ id }) => keyOf(id)),
    },
  ],
  test: {
    ...test,
    include: (process.env.MUTATION_TESTS ?? '').split(',').filter(Boolean),
    globalSetup: [`${root}scripts/mutation/global-setup.ts`],
    runner: `${root}scripts/mutation/changing-runner.ts`,
    sequence: { sequencer: QuickFirst },
    // The changed product is loaded once, and each file starts its app in it.
    isolate: false,
    maxWorkers: 1,
    // One test at a time, because a change affects all of them.
    maxConcurrency: 1,
    testTimeout: 120_000,
    reporters: [],
  },
})
