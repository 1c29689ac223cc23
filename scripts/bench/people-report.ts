import type { Pace } from './compare-sizes.ts'
import { describeTables, type Measured } from './report.ts'

const method = ({ rounds, ms, warmUp }: Pace) => `## How it is measured

- The data is loaded with COPY and is the same in every run: 2,000 organizations; a fifth of all people are on record at the largest, the others at organizations of very different sizes; three of ten have an intake with two answers; each has a telephone number and a consent. Names follow Zipf's law. Triggers are disabled during the copy, indexes are built afterward, and everything is vacuumed and analyzed.
- **Product**: \`src/server.ts\` as deployed, in its own process, with its usual log, on the embedded PostgreSQL with every commit synced to disk.
- **Floor**: \`scripts/bench/people-floor-server.ts\`, in its own process: Fastify, pg, and the statements with which the product reads (recorded from the product's code for the same caller and person), with the same pool, the same small heap, and the same database. It has no sessions, permissions, validation, access log, live events, log, or security headers. Saving an answer is one update there.
- **Callers**: one of the largest organization, and one of each of the next fifteen. Lists have pages of 20.
- Blocks of ${ms} ms for product and floor, small and large, alternate in changing order, ${rounds} rounds after ${warmUp} ms of warm-up. A ratio is the median of the rounds' ratios. The load generator is another process on the same machine and uses the same cores.

## Limits of these figures

- Product, floor, PostgreSQL, and load generator share the cores: prefer the ratios.
- Everything fits in memory. There is no network and no TLS between the processes.
- The 95th percentile at 16 calls at a time is mostly time spent waiting for a core.
`

/** The page of the results. */
export const describePeople = (given: { measured: Measured[]; sizes: number[]; machine: string; pace: Pace }) =>
  [
    "# Benchmarks of people's records",
    '',
    `Made by \`npm run bench:people\` on ${new Date().toISOString().slice(0, 10)}. To try it in two minutes: \`npm run bench:people -- --quick\` (10,000 people, short blocks, no file written).`,
    '',
    given.machine,
    '',
    ...describeTables(given, 'people'),
    method(given.pace),
  ].join('\n')
