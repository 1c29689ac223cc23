import type { Pace } from './compare-sizes.ts'
import { describeTables, type Measured } from './report.ts'

const method = ({ rounds, ms, warmUp }: Pace) => `## How it is measured

- The data is loaded with COPY and is the same in every run: 2,000 organizations, a few large and most small, with one service each; a hundred days of referrals (a million are ten thousand a day); three of ten referrals are about a person who is new to their organization; each person has a consent for the network. A tenth of the referrals, at least 6,000, are not answered or not closed; the others ended in one of five ways. Histories, messages and what was read are there too. Triggers are disabled during the copy, indexes are built afterward, and everything is vacuumed and analyzed.
- **Product**: \`src/server.ts\` as deployed, in its own process, with its usual log, on the embedded PostgreSQL with every commit synced to disk. A referral waits ten seconds, in which its sender can undo it, before a job sends it; after each round of sending, measuring goes on once the notices are out.
- **Floor**: \`scripts/bench/referral-floor-server.ts\`, in its own process: Fastify, pg, and the statements with which the product reads (recorded from the product's code for the same caller and the same referral), with a pool of the same size, the same small heap, and the same database; pg sends each as it is, also those that the product prepares. It has no sessions, permissions, validation, consents, access log, audit, notices, live events, log, or security headers. Sending is one statement that inserts need, referral and one event; a message and a step are one statement each.
- **Callers**: staff of the sixteen largest organizations. The largest sends and receives about 1.7 % of all referrals. Lists have pages of 50.
- Blocks of ${ms} ms for product and floor, small and large, alternate in changing order, ${rounds} rounds after ${warmUp} ms of warm-up. A ratio is the median of the rounds' ratios. The load generator is another process on the same machine and uses the same cores.

## Limits of these figures

- Product, floor, PostgreSQL, and load generator share the cores: prefer the ratios.
- Everything fits in memory. There is no network and no TLS between the processes.
- The 95th percentile at 16 calls at a time is mostly time spent waiting for a core.
`

/** The page of the results. */
export const describeReferrals = (given: { measured: Measured[]; sizes: number[]; machine: string; pace: Pace }) =>
  [
    '# Benchmarks of referrals',
    '',
    `Made by \`npm run bench:referrals\` on ${new Date().toISOString().slice(0, 10)}. To try it in two minutes: \`npm run bench:referrals -- --quick\` (10,000 referrals, short blocks, no file written).`,
    '',
    given.machine,
    '',
    ...describeTables(given, 'referrals'),
    method(given.pace),
  ].join('\n')
