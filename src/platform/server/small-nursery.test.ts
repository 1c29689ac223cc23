import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const busy = fileURLToPath(new URL('../../../test/busy-nursery.ts', import.meta.url))

it('HD-05 the nursery stays small in a busy process that was started without a flag', () => {
  const size = (keep: string) => Number(execFileSync(process.execPath, [busy, keep], { env: {}, encoding: 'utf8' }))
  const [kept, left] = [size('keep'), size('leave')]
  expect(kept).toBeLessThanOrEqual(16)
  expect(kept).toBeLessThan(left)
})
