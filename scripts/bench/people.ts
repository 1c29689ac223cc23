import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compareSizes, paces } from './compare-sizes.ts'
import { preparePeopleCalls } from './people-calls.ts'
import { describePeople } from './people-report.ts'
import { seedClients } from './seed-clients.ts'

// Compares people's records with a minimal server: see docs/benchmarks-people.md.

const usage = `npm run bench:people -- [--quick] [--size 10000 --size 1000000] [--only open] [--data folder] [--write]

  --quick   10,000 people and short blocks, in about two minutes
  --size    how many people a database has; may be given several times
  --only    measures only the calls that have this in their name
  --data    the folder of the databases, which stays; those of an earlier run are used again
  --write   writes docs/benchmarks-people.md`

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
  throw new Error('--size takes a number of people, 10000 or more')
const pace = paces[given.quick ? 'quick' : 'whole']

const { measured, machine } = await compareSizes(
  {
    name: 'people',
    floorScript: 'scripts/bench/people-floor-server.ts',
    seed: seedClients,
    prepare: preparePeopleCalls,
  },
  { sizes, pace, data: given.data, only: given.only },
)
const page = describePeople({ measured, sizes, machine, pace })
console.log(page)
if (given.write) writeFileSync(fileURLToPath(new URL('../../docs/benchmarks-people.md', import.meta.url)), page)
process.exit(0)
