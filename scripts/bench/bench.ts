import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compareSizes, paces } from './compare-sizes.ts'
import { makeCommunity } from './made-tickets.ts'
import { describeResults } from './report.ts'
import { seed } from './seed-tickets.ts'
import { prepareCalls } from './ticket-calls.ts'

// Compares the help desk with a minimal server: see docs/benchmarks.md.

const { values: given } = parseArgs({
  options: {
    size: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    data: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const sizes = (given.size ?? (given.quick ? ['10000'] : ['10000', '1000000'])).map(Number)
if (!sizes.every((size) => Number.isInteger(size) && size >= 1000))
  throw new Error('--size takes a number of tickets, 1000 or more')
const pace = paces[given.quick ? 'quick' : 'whole']
const isPublished = given.write ?? (!given.quick && !given.size && !given.only)
// Without the data folder, which is specific to the machine.
const asked = [given.quick && '-- --quick', given.size && `-- --size ${given.size.join(' --size ')}`].filter(Boolean)

const { measured, machine } = await compareSizes(
  {
    name: 'tickets',
    floorScript: 'scripts/bench/floor-server.ts',
    seed,
    prepare: async ({ product, databaseUrl }) => {
      const calls = await prepareCalls(product.url, databaseUrl, makeCommunity())
      return { product: calls, floor: calls }
    },
  },
  { sizes, pace, data: given.data, only: given.only },
)
const page = describeResults({ measured, sizes, machine, pace, command: ['npm run bench', ...asked].join(' ') })
console.log(page)
if (isPublished) writeFileSync(fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url)), page)
process.exit(0)
