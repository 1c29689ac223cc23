import { expect, it } from 'vitest'
import { startTestApp } from './app.ts'
import { howOften } from './how-often.ts'
import { walk } from './knowledge/walk.ts'

const WALKS = Number(process.env.KNOWLEDGE_WALKS ?? howOften(4, 15))
const FIRST = Number(process.env.KNOWLEDGE_SEED ?? 1)
const STEPS = 60
/** In the tests no new walk starts after this time; an explicitly requested number is completed. */
const MOST_MS = process.env.KNOWLEDGE_WALKS ? Number.POSITIVE_INFINITY : 60_000

/** One example of each kind of mistake, so that a frequent one does not hide the others. */
const oneOfEach = (mistakes: string[]) => [
  ...new Map(
    mistakes.map((mistake) => [mistake.split('\n')[0]?.replace(/seed \d+|[0-9a-f]{8}[0-9a-f-]*/g, ''), mistake]),
  ).values(),
]

const app = await startTestApp()

it('D-SEE-1 D-SEE-2 D-CON-1 D-REG-1 D-MAIL-1 on random walks, readers learn only what they may know', {
  timeout: 30 * 60_000,
}, async () => {
  const mistakes: string[] = []
  const met = new Set<string>()
  const counts = new Map<string, number>()
  let [reads, looks, walks] = [0, 0, 0]
  const from = performance.now()
  for (let seed = FIRST; seed < FIRST + WALKS && performance.now() - from < MOST_MS; seed++) {
    const walked = await walk(app, seed, STEPS)
    mistakes.push(...walked.mistakes)
    walks++
    reads += walked.reads
    looks += walked.looks
    for (const status of walked.statuses) met.add(status)
    for (const [what, count] of walked.counts) counts.set(what, (counts.get(what) ?? 0) + count)
  }
  if (process.env.KNOWLEDGE_WALKS)
    process.stdout.write(
      `${walks} walks: ${reads} answers judged, ${looks} looks recorded, ${met.size} states met, ${[...counts].map((each) => each.join(' ')).join(', ')}.\n`,
    )
  expect(oneOfEach(mistakes)).toEqual([])
  if (walks >= 3)
    expect([...counts.keys()]).toEqual(
      expect.arrayContaining(['claims approved', 'confirmations', 'joined', 'views ended', 'erasures']),
    )
  expect(met.size).toBeGreaterThan(walks >= 15 ? 10 : 6)
})
