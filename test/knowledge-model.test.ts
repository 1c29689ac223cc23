import { expect, it } from 'vitest'
import { startTestApp } from './app.ts'
import { walk } from './knowledge/walk.ts'

const WALKS = Number(process.env.KNOWLEDGE_WALKS ?? 15)
const FIRST = Number(process.env.KNOWLEDGE_SEED ?? 1)
const STEPS = 60

const app = await startTestApp()

it('D-SEE-1 D-SEE-2 D-CON-1 D-REG-1 D-MAIL-1 everybody learns what they may know and nothing else, on random walks over three organizations', {
  timeout: 30 * 60_000,
}, async () => {
  const mistakes: string[] = []
  const met = new Set<string>()
  let [reads, looks] = [0, 0]
  for (let seed = FIRST; seed < FIRST + WALKS; seed++) {
    const walked = await walk(app, seed, STEPS)
    mistakes.push(...walked.mistakes)
    reads += walked.reads
    looks += walked.looks
    for (const status of walked.statuses) met.add(status)
  }
  if (process.env.KNOWLEDGE_WALKS)
    process.stdout.write(`${WALKS} walks: ${reads} answers judged, ${looks} looks recorded, ${met.size} states met.\n`)
  expect([...new Set(mistakes)].slice(0, 20)).toEqual([])
  if (WALKS >= 15) expect(met.size).toBeGreaterThan(10)
})
