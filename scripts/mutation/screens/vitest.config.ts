import { defineConfig } from 'vitest/config'
import product from '../../../vitest.config.ts'

const root = new URL('../../..', import.meta.url).pathname
const { projects: _, ...test } = product.test ?? {}

// The tests that mutate-screens.ts chose, all in one process.
export default defineConfig({
  root,
  test: {
    ...test,
    include: (process.env.MUTATION_TESTS ?? '').split(',').filter(Boolean),
    globalSetup: [`${root}test/global-setup.ts`, `${root}scripts/mutation/screens/mutated-client.ts`],
    runner: `${root}scripts/mutation/screens/mutant-runner.ts`,
    isolate: false,
    maxWorkers: 1,
    // Changes that run in circles, and those that wait for what does not come.
    dangerouslyIgnoreUnhandledErrors: true,
  },
})
