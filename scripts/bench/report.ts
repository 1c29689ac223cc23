import { cpus, totalmem } from 'node:os'
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
  ' The machine was busy with other work before anything was measured: read the ratios as rough, and the times as several times too long.'

export function describeMachine(postgres: string, load: number[][]) {
  const processors = cpus()
  const model = processors[0]?.model.trim() || 'unknown'
  const isBusy = (load[0]?.[0] ?? 0) > processors.length / 2
  const loads = load.map(([one]) => (one ?? 0).toFixed(1)).join(', ')
  return `${processors.length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}, Node ${process.version}, PostgreSQL ${postgres}. Load average before the servers began, before the first and after the last measurement: ${loads}.${isBusy ? busy : ''}`
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

function table(all: Measured[], size: number, concurrency: number) {
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
    `### ${count(size)} tickets, ${concurrency} ${concurrency === 1 ? 'call' : 'calls'} at a time`,
    '',
    '| call | who | product ms, median / 95th pct. | floor ms | product calls/s | floor calls/s | product ÷ floor | processor ms a call, product / floor |',
    '|---|---|---:|---:|---:|---:|---:|---:|',
    ...cells,
  ].join('\n')
}

function growth(all: Measured[], sizes: number[]) {
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
    `## ${count(large)} tickets beside ${count(small)}`,
    '',
    `How many times longer the product takes for a call among ${count(large)} tickets than among ${count(small)}.`,
    '',
    '| call | who | 1 call at a time | 16 calls at a time |',
    '|---|---|---:|---:|',
    ...cells,
    '',
  ].join('\n')
}

function memory(all: Measured[], sizes: number[]) {
  const most = (size: number, server: string) =>
    Math.max(...all.filter((m) => m.size === size && m.server === server).map((m) => m.memory))
  return [
    '## Memory',
    '',
    'The most that each server process held (resident, MB) after any of the blocks.',
    '',
    '| tickets | product | floor |',
    '|---:|---:|---:|',
    ...sizes.map(
      (size) => `| ${count(size)} | ${most(size, 'product').toFixed(0)} | ${most(size, 'floor').toFixed(0)} |`,
    ),
    '',
  ].join('\n')
}

const method = ({ rounds, ms, warmUp }: { rounds: number; ms: number; warmUp: number }) => `## How it is measured

- The data is made by COPY, the same in every run: 2,000 organizations, a few of them large and most of them small; ticket texts of English words by Zipf's law (a help desk's own words among the frequent ones); three years of growth; most tickets closed, with their notes and their audit records. Triggers are off while it is copied (what they would write is written), indexes are built afterwards, then everything is vacuumed and analyzed.
- **Product**: \`src/server.ts\` as it is deployed, a process of its own, with its usual log, on the embedded PostgreSQL with every commit synced to disk.
- **Floor**: \`scripts/bench/floor-server.ts\`, a process of its own: Fastify, pg and the product's own statements (taken down from the product's code, so that they stay the same), the same pool of 20 connections, the same small heap, the same database. No session, no permission, no check of what comes in, no schema for what goes out, no audit, no live event, no log, no security headers. Its create is one statement that takes the number and inserts; its note is one insert; its sign-in is the Argon2id verification alone. It learns who calls from a header.
- **Callers**: sixteen staff members of organizations drawn as the tickets are, so that large ones come often, and sixteen support agents, who see every ticket. Keywords come from fixed sets: frequent (in about one ticket of ten), middling (one of 500), rare (one of 6,000), absent.
- Blocks of ${ms} ms of product and floor, small and large, take turns in changing order, ${rounds} rounds after ${warmUp} ms of warming up. A ratio is the median of the rounds' ratios, so what else the machine does meets both sides alike. Calls per second are the median of the blocks. The load generator (undici, connections kept open) is another process on the same machine; it takes its part of the same cores from both sides.

## What it does not say

- Product, floor, PostgreSQL and load generator share the cores, so calls per second are what all of them together get out of this machine, not what a server alone could do. The ratios are the better figures.
- Everything fits into the machine's memory; a database that must read from disk is slower.
- There is no network in between, and no TLS.
- The 95th percentile at 16 calls at a time is mostly waiting for one's turn at the cores.
`

export function describeResults(given: {
  measured: Measured[]
  sizes: number[]
  machine: string
  method: { rounds: number; ms: number; warmUp: number }
  command: string
}) {
  const { measured, sizes } = given
  const tables = sizes.flatMap((size) => [1, 16].map((concurrency) => table(measured, size, concurrency)))
  return [
    '# Benchmarks of the help desk',
    '',
    `Made by \`${given.command}\` on ${new Date().toISOString().slice(0, 10)}. To try it in two minutes: \`npm run bench -- --quick\` (10,000 tickets, short blocks, prints only).`,
    '',
    given.machine,
    '',
    '## Results',
    '',
    tables.join('\n\n'),
    '',
    growth(measured, sizes),
    memory(measured, sizes),
    method(given.method),
  ].join('\n')
}
