import { defineConfig } from 'vitest/config'
import product from '../../vitest.config.ts'
import { readPlan } from './plan.ts'
import { QuickFirst } from './quick-first.ts'

const root = new URL('../..', import.meta.url).pathname
const { projects: _, ...test } = product.test ?? {}
const { code } = readPlan()

// The product as it is, but for the files that are measured: these hold every change behind a switch.
export default defineConfig({
  root,
  plugins: [{ name: 'changes', enforce: 'pre', load: (id) => code[id.replace(/\?.*$/, '')] }],
  test: {
    ...test,
    include: (process.env.MUTATION_TESTS ?? '').split(',').filter(Boolean),
    globalSetup: [`${root}scripts/mutation/global-setup.ts`],
    runner: `${root}scripts/mutation/changing-runner.ts`,
    sequence: { sequencer: QuickFirst },
    // The changed product is loaded once, and each file starts its app in it.
    isolate: false,
    // Its key does not know what the plugin above answers.
    fsModuleCache: false,
    maxWorkers: 1,
    // One test at a time: a change is for all of them.
    maxConcurrency: 1,
    testTimeout: 120_000,
    reporters: [],
  },
})
