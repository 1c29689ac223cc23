import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

/** They open many screens, with React's development build, whose warnings fail them. */
const withWarnings = ['test/navigation.test.tsx', 'test/specification-words.test.tsx']
const screens = {
  globalSetup: ['test/browser/bundle-client.ts'],
  isolate: false,
  // A screen makes many calls at once. With few connections, each has soon planned what the next screen asks for.
  provide: { connections: 4 },
}

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    // Each connection is a process, which reads the catalog of its database first: more of them take a tenth of the CPU.
    provide: { connections: 6 },
    // A thorough run repeats a test up to a thousand times (test/how-often.ts).
    testTimeout: process.env.THOROUGH === '1' ? 600_000 : 60_000,
    hookTimeout: 60_000,
    // A test and its database keep about one core busy, a screen with its timers less. With more workers each test takes
    // longer, and all take as long.
    maxWorkers: availableParallelism() + 1,
    alias: { '@node-rs/argon2': fileURLToPath(new URL('test/quick-argon2.ts', import.meta.url)) },
    // Most of the garbage of a request or a page is collected by the time this much space is full.
    execArgv: ['--max-semi-space-size=64'],
    // The files of a project share a process and its modules: loading the product again for each takes a third of the
    // time.
    projects: [
      { extends: true, test: { name: 'calls', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: {
          ...screens,
          name: 'screens',
          include: ['src/**/*.test.tsx', 'test/**/*.test.tsx'],
          exclude: [...configDefaults.exclude, ...withWarnings],
          // React's development build takes half as much time again.
          env: { NODE_ENV: 'production' },
        },
      },
      { extends: true, test: { ...screens, name: 'warnings', include: withWarnings } },
    ],
  },
})
