import { setImmediate as turn } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'
import { limitHeap } from '#platform/server/small-heap.ts'

// A process that allocates many short-lived objects, as under load. It prints the maximum sizes of its new space and
// its old space, in MB.

if (process.argv[2] === 'keep') limitHeap()
const most: Record<string, number> = {}
const lately: unknown[] = []
for (let made = 0; made < 2_000_000; made++) {
  lately[made % 150_000] = { made, list: [made, made], text: `number ${made}` }
  if (made % 2000) continue
  for (const { space_name: name, space_size: size } of getHeapSpaceStatistics())
    most[name] = Math.max(most[name] ?? 0, size / 2 ** 20)
  await turn()
}
process.stdout.write(JSON.stringify({ nursery: most.new_space, old: most.old_space }))
