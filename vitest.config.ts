import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than cores: each waits for the database now and then.
    maxWorkers: availableParallelism() + 1,
    alias: { '@node-rs/argon2': fileURLToPath(new URL('test/quick-argon2.ts', import.meta.url)) },
    // What a request or a page leaves behind is mostly gone by the time that so much room is full.
    execArgv: ['--max-semi-space-size=64'],
    // The files of a project share a process and its modules: to load the product anew for each takes a third of the time.
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
