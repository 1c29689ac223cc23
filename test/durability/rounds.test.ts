import { expect, it } from 'vitest'
import { runRounds } from './run-rounds.ts'

it('D-RUN-6 keeps everything that was acknowledged, leaves nothing half there and sends everything once, through ten kills of the portal, of PostgreSQL and of both', {
  timeout: 600_000,
}, async () => {
  const { mistakes, rounds, mails, texts } = await runRounds(10)
  expect(mistakes).toEqual([])
  expect(rounds).toHaveLength(10)
  for (const sent of [mails, texts]) expect(sent).toBeGreaterThan(10)
})
