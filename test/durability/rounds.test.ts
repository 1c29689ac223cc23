import { expect, it } from 'vitest'
import { howOften } from '../how-often.ts'
import { victims } from './machine.ts'
import { runRounds } from './run-rounds.ts'

const ROUNDS = howOften(victims.length, 10)

it('D-RUN-6 keeps everything that was acknowledged, leaves nothing half there and sends everything once, through kills of the portal, of PostgreSQL and of both', {
  timeout: 600_000,
}, async () => {
  const { mistakes, rounds, mails, texts } = await runRounds(ROUNDS)
  expect(mistakes).toEqual([])
  expect(rounds).toHaveLength(ROUNDS)
  for (const sent of [mails, texts]) expect(sent).toBeGreaterThan(10)
})
