import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const busy = fileURLToPath(new URL('../../../test/busy-heap.ts', import.meta.url))
const most = (keep: string, ...flags: string[]): { nursery: number; old: number } =>
  JSON.parse(execFileSync(process.execPath, [...flags, busy, keep], { env: {}, encoding: 'utf8' }))

it('HD-05 the heap stays small in a busy process that was started without a flag', () => {
  const kept = most('keep')
  // The new space may double once more before the process is notified of its growth.
  expect(kept.nursery).toBeLessThan(40)
  expect(most('leave').nursery).toBeGreaterThan(40)
  // Compared with a new space of the same size, from which as much is promoted.
  expect(kept.old).toBeLessThan(most('leave', '--max-semi-space-size=8').old * 0.7)
})
