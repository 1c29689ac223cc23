import type { Reporter, TestCase } from 'vitest/node'

/** Lists the tests that passed only at their second try, with the error of the first. */
export default class SecondTries implements Reporter {
  #lines: string[] = []

  onTestCaseResult(test: TestCase) {
    if (!test.diagnostic()?.flaky) return
    const why = test.result().errors?.[0]?.message ?? ''
    this.#lines.push(
      `  ${test.module.relativeModuleId}: ${test.fullName}\n    ${why.split('\n').slice(0, 6).join('\n    ')}`,
    )
  }

  onTestRunEnd() {
    if (this.#lines.length)
      process.stdout.write(`\n${this.#lines.length} passed at the second try:\n${this.#lines.join('\n')}\n`)
  }
}
