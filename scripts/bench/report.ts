import { cpus, totalmem } from 'node:os'
import type { Pace } from './compare-sizes.ts'
import { median, quantile } from './compare-timings.ts'

export interface Measured {
  size: number
  server: 'product' | 'floor'
  name: string
  who: string
  concurrency: number
  times: number[]
  /** of each block, in the order of the rounds */
  perSecond: number[]
  /** CPU seconds of the server process during its blocks */
  processor: number
  /** the maximum memory of the process after a block, in MB */
  memory: number
}

const busy =
  ' The machine was already busy before the run: treat the ratios as rough, and the times as several times too long.'

export function describeMachine(postgres: string, load: number[][]) {
  const processors = cpus()
  const model = processors[0]?.model.trim() || 'unknown'
  const isBusy = (load[0]?.[0] ?? 0) > processors.length / 2
  const loads = load.map(([one]) => (one ?? 0).toFixed(1)).join(', ')
  return `${processors.length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}, Node ${process.version}, PostgreSQL ${postgres}. Load average before the servers started, before the first measurement, and after the last one: ${loads}.${isBusy ? busy : ''}`
}

const count = (value: number) => value.toLocaleString('en')
const perSecond = (value: number) => (value < 10 ? value.toFixed(1) : count(Math.round(value)))
const times = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0))

/** The median over the rounds of the ratio between both in the same round. */
const ratio = (of: Measured, to: Measured) =>
  median(of.perSecond.map((value, round) => value / (to.perSecond[round] ?? 1)))

const find = (all: Measured[], like: Measured, change: Partial<Measured>) => {
  const wanted = { ...like, ...change }
  return all.find((m) =>
    (['size', 'server', 'name', 'who', 'concurrency'] as const).every((part) => m[part] === wanted[part]),
  )
}

function table(all: Measured[], noun: string, size: number, concurrency: number) {
  const rows = all.filter((m) => m.size === size && m.concurrency === concurrency && m.server === 'product')
  const cells = rows.map((product) => {
    const floor = find(all, product, { server: 'floor' })
    if (!floor) return ''
    const ms = (of: Measured) => `${times(median(of.times))} / ${times(quantile(of.times, 0.95))}`
    const rate = (of: Measured) => perSecond(median(of.perSecond))
    const work = (of: Measured) => `${times((of.processor / of.times.length) * 1000)}`
    return `| ${product.name} | ${product.who} | ${ms(product)} | ${ms(floor)} | ${rate(product)} | ${rate(floor)} | ${ratio(product, floor).toFixed(2)} | ${work(product)} / ${work(floor)} |`
  })
  return [
    `### ${count(size)} ${noun}, ${concurrency} ${concurrency === 1 ? 'call' : 'calls'} at a time`,
    '',
    '| call | who | product ms, median / 95th pct. | floor ms | product calls/s | floor calls/s | product ÷ floor | processor ms a call, product / floor |',
    '|---|---|---:|---:|---:|---:|---:|---:|',
    ...cells,
  ].join('\n')
}

function growth(all: Measured[], noun: string, sizes: number[]) {
  const [small, large] = [Math.min(...sizes), Math.max(...sizes)]
  if (small === large) return ''
  const rows = all.filter((m) => m.size === large && m.server === 'product' && m.concurrency === 1)
  const cells = rows.map((one) => {
    const [few, many] = [1, 16].map((concurrency) => {
      const [l, s] = [find(all, one, { concurrency }), find(all, one, { concurrency, size: small })]
      return l && s ? ratio(s, l).toFixed(2) : ''
    })
    return `| ${one.name} | ${one.who} | ${few} | ${many} |`
  })
  return [
    `## ${count(large)} ${noun} beside ${count(small)}`,
    '',
    `How many times longer a call takes with ${count(large)} ${noun} than with ${count(small)}.`,
    '',
    '| call | who | 1 call at a time | 16 calls at a time |',
    '|---|---|---:|---:|',
    ...cells,
    '',
  ].join('\n')
}

function memory(all: Measured[], noun: string, sizes: number[]) {
  const most = (size: number, server: string) =>
    Math.max(...all.filter((m) => m.size === size && m.server === server).map((m) => m.memory))
  return [
    '## Memory',
    '',
    'The highest resident memory (MB) of each server process after any block.',
    '',
    `| ${noun} | product | floor |`,
    '|---:|---:|---:|',
    ...sizes.map(
      (size) => `| ${count(size)} | ${most(size, 'product').toFixed(0)} | ${most(size, 'floor').toFixed(0)} |`,
    ),
    '',
  ].join('\n')
}

const method = ({ rounds, ms, warmUp }: Pace) => `## How it is measured

- The data is loaded with COPY and is the same in every run: 2,000 organizations, a few large and most small; ticket texts made of English words that follow Zipf's law, with typical help desk words among the frequent ones; three years of growth; mostly closed tickets, with their notes and audit records. Triggers are disabled during the copy (the script writes what they would write), indexes are built afterward, and everything is vacuumed and analyzed.
- **Product**: \`src/server.ts\` as deployed, in its own process, with its usual log, on the embedded PostgreSQL with every commit synced to disk.
- **Floor**: \`scripts/bench/floor-server.ts\`, in its own process: Fastify, pg, and the product's own statements (recorded from the product's code, so that they stay the same), with the same pool of 20 connections, the same small heap, and the same database. It has no sessions, permissions, input validation, response schemas, audit, live events, log, or security headers. Its create is one statement that takes a number and inserts; its note is one insert; its sign-in is only the Argon2id verification. A header tells it who is calling.
- **Callers**: sixteen staff members, whose organizations are drawn in proportion to their tickets, and sixteen support agents, who see every ticket. Keywords come from fixed sets: frequent (in about one ticket of ten), middling (one of 500), rare (one of 6,000), absent.
- Blocks of ${ms} ms for product and floor, small and large, alternate in changing order, ${rounds} rounds after ${warmUp} ms of warm-up. A ratio is the median of the rounds' ratios, so other load on the machine affects both sides equally. Calls per second are the median of the blocks. The load generator (undici with keep-alive connections) is another process on the same machine and uses the same cores.

## Limits of these figures

- Product, floor, PostgreSQL, and load generator share the cores, so calls per second show what all of them achieve together on this machine, not what a dedicated server could do. Prefer the ratios.
- Everything fits in memory; a database that reads from disk is slower.
- There is no network and no TLS between the processes.
- The 95th percentile at 16 calls at a time is mostly time spent waiting for a core.
`

/** The tables of a comparison. @param noun what the databases have so many of, in the plural */
export function describeTables({ measured, sizes }: { measured: Measured[]; sizes: number[] }, noun: string) {
  const tables = sizes.flatMap((size) => [1, 16].map((concurrency) => table(measured, noun, size, concurrency)))
  return ['## Results', '', tables.join('\n\n'), '', growth(measured, noun, sizes), memory(measured, noun, sizes)]
}

export function describeResults(given: {
  measured: Measured[]
  sizes: number[]
  machine: string
  pace: Pace
  command: string
}) {
  return [
    '# Benchmarks of the help desk',
    '',
    `Made by \`${given.command}\` on ${new Date().toISOString().slice(0, 10)}. To try it in two minutes: \`npm run bench -- --quick\` (10,000 tickets, short blocks, no file written).`,
    '',
    given.machine,
    '',
    ...describeTables(given, 'tickets'),
    method(given.pace),
  ].join('\n')
}
