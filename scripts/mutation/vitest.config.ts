import { defineConfig } from 'vitest/config'
import product from '../../vitest.config.ts'

const root = new URL('../..', import.meta.url).pathname
const { projects: _, ...test } = product.test ?? {}

// The tests that mutate-feature.ts chose, each file in a process of its own. Not Stryker's `testFiles`: with it, Stryker
// activates a mutant that runs while a file loads only after the file has loaded, and it survives.
export default defineConfig({
  root,
  test: {
    ...test,
    include: (process.env.MUTATION_TESTS ?? '').split(',').filter(Boolean),
    globalSetup: [`${root}scripts/mutation/global-setup.ts`, `${root}test/browser/bundle-client.ts`],
  },
})
