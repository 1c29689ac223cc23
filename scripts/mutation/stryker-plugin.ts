import { readFileSync, writeFileSync } from 'node:fs'
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check'
import type { Mutant, MutantResult } from '@stryker-mutator/api/core'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import type { MutationTestingPlanReadyEvent, Reporter } from '@stryker-mutator/api/report'
import { takeSample } from './sample.ts'

// Stryker has no sampling. The reporter sees every mutant before the first one is tried and writes down the sample; the
// checker, in another process, refuses all others. Both take their settings from the environment.
const sampleFile = () => process.env.MUTATION_SAMPLE_FILE ?? ''

export const found = { total: 0, sampled: new Set<string>(), results: new Map<string, MutantResult>() }

class SampleReporter implements Reporter {
  onMutationTestingPlanReady({ mutantPlans }: MutationTestingPlanReadyEvent) {
    const mutants = mutantPlans.map(({ mutant }) => mutant)
    const sample = takeSample(mutants, Number(process.env.MUTATION_SAMPLE), process.env.MUTATION_SEED ?? '')
    found.total = mutants.length
    found.sampled = new Set(sample.map(({ id }) => id))
    writeFileSync(sampleFile(), JSON.stringify([...found.sampled]))
  }

  onMutantTested(result: MutantResult) {
    if (found.sampled.has(result.id)) found.results.set(result.id, result)
  }
}

class SampleChecker implements Checker {
  async init() {}

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const sampled = new Set(JSON.parse(readFileSync(sampleFile(), 'utf8')) as string[])
    const answer = (id: string): CheckResult =>
      sampled.has(id)
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: 'It is not in the sample.' }
    return Object.fromEntries(mutants.map(({ id }) => [id, answer(id)]))
  }

  async group(mutants: Mutant[]) {
    return [mutants.map(({ id }) => id)]
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.Reporter, 'sample', SampleReporter),
  declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker),
]
