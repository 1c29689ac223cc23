import { mergeConfig } from 'vitest/config'
import product from '../../vitest.config.ts'

const root = new URL('../..', import.meta.url).pathname

// The tests that mutate-feature.ts chose. Not Stryker's `testFiles`: with it, Stryker activates a mutant that runs while
// a file loads only after the file has loaded, and it survives.
const { include: _, globalSetup: __, ...test } = product.test ?? {}
export default mergeConfig(
  { ...product, test },
  {
    root,
    test: {
      include: (process.env.MUTATION_TESTS ?? '').split(',').filter(Boolean),
      globalSetup: [`${root}scripts/mutation/global-setup.ts`],
    },
  },
)
