import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { runRounds } from '../../test/durability/run-rounds.ts'
import { median, quantile } from './compare-timings.ts'

const MOST_MS = 5000
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } })
const loadBefore = loadavg()[0]
const report = await runRounds(Number(values.rounds), (round, number) => {
  const { victim, acknowledged, repeated, readyAfter, drainedAfter, mistakes } = round
  console.log(
    `round ${number + 1}: ${victim} killed, ${acknowledged} acts acknowledged, ${repeated} calls cut off and repeated, ready after ${Math.round(readyAfter)} ms, all messages out ${Math.round(drainedAfter)} ms later`,
  )
  // At once: a later round may break off the run.
  for (const mistake of mistakes) console.log(`MISTAKE ${mistake}`)
})

const figures = (times: number[]) =>
  [median(times), quantile(times, 0.95), Math.max(...times)].map((ms) => Math.round(ms).toString()).join(' / ')
console.log(
  '\n| killed | rounds | acts acknowledged | calls cut off | ready again after ms, median / 95th pct. / most | processor ms of the start | messages out after ms |',
)
console.log('|---|---:|---:|---:|---:|---:|---:|')
for (const victim of ['portal', 'postgres', 'both', 'any'] as const) {
  const rounds = report.rounds.filter((round) => victim === 'any' || round.victim === victim)
  if (rounds.length === 0) continue
  const acts = rounds.reduce((sum, round) => sum + round.acknowledged, 0)
  const cut = rounds.reduce((sum, round) => sum + round.repeated, 0)
  const [ready, drained] = [rounds.map((r) => r.readyAfter), rounds.map((r) => r.drainedAfter)]
  const starts = rounds.map((r) => r.processorMs).filter((ms) => ms !== null)
  console.log(
    `| ${victim} | ${rounds.length} | ${acts} | ${cut} | ${figures(ready)} | ${starts.length ? figures(starts) : ''} | ${figures(drained)} |`,
  )
}
console.log(
  `\n${report.mails} mails and ${report.texts} texts left; ${report.repeatedMails} mails a second time, under the same Message-ID.`,
)
console.log(`Load average before and after: ${loadBefore?.toFixed(1)}, ${loadavg()[0]?.toFixed(1)}.`)
const slow = report.rounds.filter((round) => round.readyAfter > MOST_MS).length
if (slow) console.log(`${slow} starts took longer than ${MOST_MS} ms.`)
for (const mistake of report.mistakes) console.log(`MISTAKE ${mistake}`)
console.log(
  report.mistakes.length
    ? `${report.mistakes.length} mistakes.`
    : 'Nothing acknowledged was lost, doubled or left half there.',
)
process.exit(report.mistakes.length || slow ? 1 : 0)
