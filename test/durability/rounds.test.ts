import { expect, it } from 'vitest'
import { howOften } from '../how-often.ts'
import { victims } from './machine.ts'
import { runRounds } from './run-rounds.ts'

const ROUNDS = howOften(victims.length, 10)

it('D-RUN-6 INT-06 INT-08 keeps what was acknowledged and sends everything once when portal and PostgreSQL are killed', {
  timeout: 600_000,
}, async () => {
  const { mistakes, rounds, mails, texts } = await runRounds(ROUNDS)
  expect(mistakes).toEqual([])
  expect(rounds).toHaveLength(ROUNDS)
  for (const sent of [mails, texts]) expect(sent).toBeGreaterThan(10)
})
