import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** Where it is written that errors were thrown outside of any test. */
export const unhandledErrors = 'test-results/unhandled-errors'

/** Records errors that fail a run without failing a test. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_: unknown, errors: readonly unknown[]) {
    if (errors.length) writeFileSync(unhandledErrors, String(errors.length))
  }
}
