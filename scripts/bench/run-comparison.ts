import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Comparison, compareSizes, type Pace, paces } from './compare-sizes.ts'
import type { Measured } from './report.ts'

interface Described extends Comparison {
  /** The page of the results. */
  pageOf: (given: { measured: Measured[]; sizes: number[]; machine: string; pace: Pace }) => string
}

const usageOf = (
  name: string,
) => `npm run bench:${name} -- [--quick] [--size 10000 --size 1000000] [--only open] [--data folder] [--write]

  --quick   10,000 ${name} and short blocks, in about two minutes
  --size    how many ${name} a database has; may be given several times
  --only    measures only the calls that have this in their name
  --data    the folder of the databases, which stays; those of an earlier run are used again
  --write   writes docs/benchmarks-${name}.md`

/** The command that compares one part of the product with a minimal server, as the arguments say, and then exits. */
export async function runComparison({ pageOf, ...comparison }: Described) {
  const { name } = comparison
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
    console.log(usageOf(name))
    process.exit(0)
  }
  const sizes = (given.size ?? (given.quick ? ['10000'] : ['10000', '1000000'])).map(Number)
  if (!sizes.every((size) => Number.isInteger(size) && size >= 10_000))
    throw new Error(`--size takes a number of ${name}, 10000 or more`)
  const pace = paces[given.quick ? 'quick' : 'whole']
  const { measured, machine } = await compareSizes(comparison, { sizes, pace, data: given.data, only: given.only })
  const page = pageOf({ measured, sizes, machine, pace })
  console.log(page)
  if (given.write) writeFileSync(fileURLToPath(new URL(`../../docs/benchmarks-${name}.md`, import.meta.url)), page)
  process.exit(0)
}
