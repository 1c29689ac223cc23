import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { testBrowser } from './scripts/test-browser.ts'

const browser = [
  process.env.CHROMIUM,
  testBrowser,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((p) => p && existsSync(p))

/**
 * Files with their own portal (`portalOf`). They run last, so that the shared portals are not stopped and started in
 * between.
 */
const withOwnPortal = /[/\\](claims|editing|focus-after-acts|people|referral-drafts|referral-lists)\.spec\.ts$/

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/portal-template.ts',
  projects: [
    { name: 'shared', testMatch: '*.spec.ts', testIgnore: withOwnPortal },
    { name: 'own', testMatch: withOwnPortal },
  ],
  // A page and its portal keep a core busy: with more workers each test takes longer, and all take as long.
  workers: Math.min(Math.max(availableParallelism(), 2), 6),
  fullyParallel: false,
  timeout: 90_000,
  // On a busy machine a step may exceed its timeout; the report lists tests that needed a second try.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  use: {
    actionTimeout: 15_000,
    locale: 'en-US',
    // Only the tests about it: it would store its files again for each page.
    serviceWorkers: 'block',
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-quic',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // There is no GPU; emulating one takes a quarter of the CPU time.
        '--disable-gpu',
      ],
    },
  },
})
