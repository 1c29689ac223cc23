import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compareSizes, paces } from './compare-sizes.ts'
import { prepareReferralCalls } from './referral-calls.ts'
import { describeReferrals } from './referral-report.ts'
import { seedReferrals } from './seed-referrals.ts'

// Compares referrals with a minimal server: see docs/benchmarks-referrals.md.

const usage = `npm run bench:referrals -- [--quick] [--size 10000 --size 1000000] [--only open] [--data folder] [--write]

  --quick   10,000 referrals and short blocks, in about two minutes
  --size    how many referrals a database has; may be given several times
  --only    measures only the calls that have this in their name
  --data    the folder of the databases, which stays; those of an earlier run are used again
  --write   writes docs/benchmarks-referrals.md`

const { values: given } = parseArgs({
  options: {
    size: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    data: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
})
if (given.help) {
  console.log(usage)
  process.exit(0)
}
const sizes = (given.size ?? (given.quick ? ['10000'] : ['10000', '1000000'])).map(Number)
if (!sizes.every((size) => Number.isInteger(size) && size >= 10_000))
  throw new Error('--size takes a number of referrals, 10000 or more')
const pace = paces[given.quick ? 'quick' : 'whole']

const { measured, machine } = await compareSizes(
  {
    name: 'referrals',
    floorScript: 'scripts/bench/referral-floor-server.ts',
    seed: seedReferrals,
    prepare: prepareReferralCalls,
  },
  { sizes, pace, data: given.data, only: given.only },
)
const page = describeReferrals({ measured, sizes, machine, pace })
console.log(page)
if (given.write) writeFileSync(fileURLToPath(new URL('../../docs/benchmarks-referrals.md', import.meta.url)), page)
process.exit(0)
