import { expect, it } from 'vitest'
import { startTestApp } from './app.ts'
import { walk } from './knowledge/walk.ts'

const WALKS = Number(process.env.KNOWLEDGE_WALKS ?? 15)
const FIRST = Number(process.env.KNOWLEDGE_SEED ?? 1)
const STEPS = 60

/** One example of each kind of mistake, so that a frequent one does not hide the others. */
const oneOfEach = (mistakes: string[]) => [
  ...new Map(
    mistakes.map((mistake) => [mistake.split('\n')[0]?.replace(/seed \d+|[0-9a-f]{8}[0-9a-f-]*/g, ''), mistake]),
  ).values(),
]

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
  expect(oneOfEach(mistakes)).toEqual([])
  if (WALKS >= 15) expect(met.size).toBeGreaterThan(10)
})
