// Must come first: later imports expect a document.
import '../../../test/browser/window.ts'

import { appendFileSync, readFileSync } from 'node:fs'
import { configure } from '@testing-library/dom'
import { type RunnerTestCase as Test, TestRunner } from 'vitest'
import type { Order, Outcome } from './order.ts'

const order = JSON.parse(readFileSync(process.env.MUTATION_ORDER ?? '', 'utf8')) as Order
const tell = (outcome: Outcome) => appendFileSync(order.outcomes, `${JSON.stringify(outcome)}\n`)

type Hits = Record<string, number>
/** What Stryker's switches look at. */
const stryker = {
  activeMutant: undefined as string | undefined,
  currentTestId: undefined as string | undefined,
  mutantCoverage: { static: {} as Hits, perTest: {} as Record<string, Hits> },
  hitCount: 0,
  hitLimit: 0,
  load(run: () => void) {
    const test = stryker.currentTestId
    stryker.currentTestId = undefined
    run()
    stryker.currentTestId = test
  },
}
Object.assign(globalThis, { __stryker__: stryker })

const killed = new Set<string>()
const nameOf = (test: Test) => `${test.file.name} > ${test.name}`

let escaped = 0
for (const event of ['unhandledRejection', 'uncaughtException'] as const) process.on(event, () => escaped++)

/** The purpose of a test run: to record what it reaches, with a change, or again without it after a failure. */
type Purpose = { kind: 'reach' } | { kind: 'change'; id: string } | { kind: 'control'; id: string } | { kind: 'none' }

/**
 * Runs each test with each change to try in it, in the same process and with the same database. A change is detected if
 * the test fails with it and passes without it immediately afterwards.
 */
export default class MutantRunner extends TestRunner {
  private purpose: Purpose = { kind: 'none' }
  private waiting: string[] = []
  private toControl: string | undefined
  private startedOn = 0

  override async onBeforeRunTask(test: Test) {
    await super.onBeforeRunTask(test)
    this.waiting = [...(order.tries?.[nameOf(test)]?.mutants ?? [])]
    this.toControl = undefined
    test.repeats = this.waiting.length * 2
  }

  override onBeforeTryTask(test: Test, options: { retry: number; repeats: number }) {
    super.onBeforeTryTask(test, options)
    this.purpose = order.tries ? this.next() : { kind: 'reach' }
    const { purpose } = this
    stryker.activeMutant = purpose.kind === 'change' ? purpose.id : undefined
    stryker.currentTestId = purpose.kind === 'reach' ? test.id : undefined
    stryker.hitCount = 0
    stryker.hitLimit = 1_000_000
    escaped = 0
    // A test that fails because of a change usually waits for something that never happens.
    const usual = order.tries?.[nameOf(test)]?.milliseconds ?? 20_000
    configure({ asyncUtilTimeout: Math.min(20_000, Math.max(2_000, usual * 1.5)) })
    this.startedOn = performance.now()
  }

  async runTask(test: Test) {
    if (this.purpose.kind !== 'none') await TestRunner.getTestFn(test)()
  }

  override async onAfterRetryTask(test: Test, options: { retry: number; repeats: number }) {
    await super.onAfterRetryTask(test, options)
    const hasFailed = test.result?.state === 'fail' || escaped > 0
    const { purpose } = this
    if (purpose.kind === 'reach') this.noteReach(test, hasFailed)
    if (purpose.kind === 'change') this.noteTry(test, purpose.id, hasFailed)
    if (purpose.kind === 'control') this.noteControl(test, purpose.id, hasFailed)
  }

  private next(): Purpose {
    if (this.toControl) return { kind: 'control', id: this.toControl }
    const id = Date.now() < order.until ? this.waiting.find((one) => !killed.has(one)) : undefined
    if (!id) return { kind: 'none' }
    this.waiting = this.waiting.slice(this.waiting.indexOf(id) + 1)
    return { kind: 'change', id }
  }

  private noteReach(test: Test, hasFailed: boolean) {
    const milliseconds = Math.round(performance.now() - this.startedOn)
    const reached = Object.keys(stryker.mutantCoverage.perTest[test.id] ?? {}).map(Number)
    const loaded = Object.keys(stryker.mutantCoverage.static).map(Number)
    tell({ kind: 'reached', test: nameOf(test), hasFailed, milliseconds, reached, loaded })
  }

  private noteTry(test: Test, id: string, hasFailed: boolean) {
    if (hasFailed) this.toControl = id
    else tell({ kind: 'survived', id, test: nameOf(test) })
  }

  private noteControl(test: Test, id: string, hasFailed: boolean) {
    this.toControl = undefined
    if (!hasFailed) killed.add(id)
    // If the test also fails without the change, it cannot be used any more.
    else this.waiting = []
    tell({ kind: hasFailed ? 'unclear' : 'killed', id, test: nameOf(test) })
  }
}
