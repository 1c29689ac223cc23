import { setImmediate as turn } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'
import { keepNurserySmall } from '#platform/server/small-nursery.ts'

// A process that makes much and keeps it for a short while, as one under load does. It prints the size of its nursery in MB.

if (process.argv[2] === 'keep') keepNurserySmall()
const lately: unknown[] = []
for (let made = 0; made < 1_000_000; made++) {
  lately[made % 30_000] = { made, list: [made, made], text: `number ${made}` }
  if (made % 2000 === 0) await turn()
}
const nursery = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
process.stdout.write(String((nursery?.space_size ?? 0) / 2 ** 20))
