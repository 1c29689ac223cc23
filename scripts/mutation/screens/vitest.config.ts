import { defineConfig } from 'vitest/config'
import product from '../../../vitest.config.ts'

const root = new URL('../../..', import.meta.url).pathname
const { projects: _, ...test } = product.test ?? {}

// The tests selected by mutate-screens.ts, all in one process.
export default defineConfig({
  root,
  test: {
    ...test,
    include: (process.env.MUTATION_TESTS ?? '').split(',').filter(Boolean),
    globalSetup: [`${root}test/global-setup.ts`, `${root}scripts/mutation/screens/mutated-client.ts`],
    runner: `${root}scripts/mutation/screens/mutant-runner.ts`,
    isolate: false,
    env: { NODE_ENV: 'production' },
    maxWorkers: 1,
    // Some changes cause endless loops, or waiting for something that never happens.
    dangerouslyIgnoreUnhandledErrors: true,
  },
})
