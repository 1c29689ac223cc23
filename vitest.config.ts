import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than cores: each sometimes waits for the database.
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
          name: 'screens',
          include: ['src/**/*.test.tsx', 'test/**/*.test.tsx'],
          globalSetup: ['test/browser/bundle-client.ts'],
          isolate: false,
        },
      },
    ],
  },
})
