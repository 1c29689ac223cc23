import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#platform/server/config.ts'
import { ConfigError } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { startEventHub } from '#platform/server/event-hub.ts'
import { releaseStuckJobs, STUCK_SECONDS, startJobs } from '#platform/server/jobs.ts'
import { createLog, jobLogger } from '#platform/server/log.ts'
import { startMetrics } from '#platform/server/metrics.ts'
import { migrate, rolesOf } from '#platform/server/migrate.ts'
import { openFileStore } from '#platform/server/open-file-store.ts'
import { makePrivateFolder } from '#platform/server/private-folder.ts'
import { closeServer, createShutdown } from '#platform/server/shutdown.ts'
import { buildApp, buildTasks, crontab } from './app.ts'
import { seedDemo } from './demo.ts'
import { serverFeatures } from './features.server.ts'

export interface Portal {
  url: string
  stop: () => Promise<void>
}

/** The database URLs of the owner and of the serving role. */
const addressesOf = ({ databaseUrl, databaseMigrationUrl }: Config, embedded: EmbeddedPostgres | null) => ({
  owner: databaseMigrationUrl ?? databaseUrl ?? embedded?.url ?? '',
  serving: databaseUrl ?? embedded?.servingUrl ?? '',
})

/** How long requests in progress may take at the end, and then jobs. */
const LONGEST_REQUEST_MS = 25_000
const LONGEST_WORK_MS = 30_000
/** The same if the start failed, and somebody waits for the reason. */
const FAILED_START_MS = 5000

const listen = (app: Awaited<ReturnType<typeof buildApp>>, { port, host }: Config) =>
  app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new ConfigError(`Port ${port} is taken by another program. Choose another one with PORT=…`)
  })

/** Starts the whole portal: database, schema, demo community, workers, HTTP. `stop` shuts it down gracefully; see decision 0446. */
export async function startPortal(config: Config): Promise<Portal> {
  const log = createLog(config.logLevel)
  if (config.databaseUrl && existsSync(config.dataDir)) makePrivateFolder(config.dataDir)
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ folder: config.dataDir })
  const { owner, serving: url, servingRole } = rolesOf(addressesOf(config, embedded))
  const { database, pool, connections, close } = openDatabase(url, 20, 600)
  const shutdown = createShutdown(log)
  shutdown.addConnection('database', close)
  const end = async (ms: number) => {
    await shutdown.run(ms)
    await embedded?.stop()
  }
  try {
    await migrate(owner, log, servingRole)
    const store = openFileStore(config.storage)
    for (const { prepare } of serverFeatures) await prepare?.({ config, database, pool, store, log })
    if (config.demo) await seedDemo(database, store)
    const readiness = { draining: false }
    const hub = await startEventHub({ database, url, log, connections })
    shutdown.addConnection('live events', hub.stop)
    if (!config.evaluation && !config.smsUrl)
      log.warn('SMS_URL is not set: no text messages and no calls go out, and people cannot enroll a phone')
    const services = { config, database, pool, hub, store, log, readiness }
    const app = await buildApp(services)
    shutdown.addServing('requests', () => closeServer(app, LONGEST_REQUEST_MS))
    const address = await listen(app, config)
    await releaseStuckJobs(database, embedded ? 0 : STUCK_SECONDS)
    const jobs = await startJobs(services, buildTasks(services), jobLogger(log), crontab)
    shutdown.addServing('jobs', jobs.stop)
    for (const { name, start } of serverFeatures) {
      const running = await start?.(services)
      if (running) shutdown.addServing(name, running.stop)
    }
    if (config.metricsPort) shutdown.addServing('metrics', await startMetrics(config.metricsPort, pool))
    return {
      url: address,
      stop: async () => {
        readiness.draining = true
        await sleep(config.drainSeconds * 1000)
        await end(LONGEST_WORK_MS)
      },
    }
  } catch (error) {
    await end(FAILED_START_MS)
    throw error
  }
}
