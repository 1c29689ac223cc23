import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    setupFiles: [],
    // A screen test begins its texts anew with each page, as a browser does.
    alias: [
      {
        find: /^altcha\/workers\/pbkdf2\?worker$/,
        replacement: fileURLToPath(new URL('test/browser/captcha-worker.ts', import.meta.url)),
      },
    ],
    server: { deps: { inline: ['i18next', 'react-i18next'] } },
  },
})
