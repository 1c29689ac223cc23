import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files without an app first, then the short ones: a change that they detect need not be tried with the long ones. */
export class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const weight = ({ moduleId }: TestSpecification) => {
      const code = readFileSync(moduleId, 'utf8')
      return (code.includes('startTestApp') ? 100_000 : 0) + (code.includes('fast-check') ? 1_000_000 : 0) + code.length
    }
    return [...files].sort((a, b) => weight(a) - weight(b))
  }
}
