import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { limitHeap } from '#platform/server/small-heap.ts'

// Reuses code compiled at an earlier start, so that the portal starts faster. Only the portal may write to this folder, and
// in production it writes nothing beside its code. Read here, because the configuration is code too.
if (process.env.NODE_ENV !== 'production')
  enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)))
// Before anything else is loaded, which would already enlarge the heap.
limitHeap()
const { ConfigError, readConfig } = await import('#platform/server/config.ts')

const demoSignIns = `  Sign in with password Hearthline-demo-2026 as
    maria@foodbank.demo.hearthline.test   organization admin of a food bank
    sam@foodbank.demo.hearthline.test     its staff
    lee@housing.demo.hearthline.test      organization admin of a housing agency
    admin@demo.hearthline.test            reviews new organizations
    developer@demo.hearthline.test, support@demo.hearthline.test, robin@member.demo.hearthline.test`

try {
  const config = readConfig()
  // Only now: a wrong setting is told before all code is loaded.
  const { startPortal } = await import('./portal.ts')
  const portal = await startPortal(config)
  // Before it says that it is ready: whoever waited for that may end it at once.
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, async () => {
      if (isStopping) return
      isStopping = true
      await portal.stop()
      process.exit(0)
    })
  process.stdout.write(`${config.productName} is ready at ${portal.url}\n`)
  flushCompileCache()
  if (config.demo)
    process.stdout.write(`${demoSignIns}\n  Every e-mail and text it sends is at ${portal.url}/dev/outbox\n`)
} catch (error) {
  const known = error instanceof ConfigError || (error as NodeJS.ErrnoException).code === undefined
  process.stderr.write(
    `${known ? (error as Error).message : `${(error as Error).message}\n${(error as Error).stack}`}\n`,
  )
  process.exit(1)
}
