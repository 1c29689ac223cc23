import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { listErasures, replayErasure } from '../src/casework/person-rights/server/erase-person.ts'
import { ConfigError, readConfig } from '../src/platform/server/config.ts'
import { openDatabase } from '../src/platform/server/database.ts'
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres.ts'
import { createLog } from '../src/platform/server/log.ts'
import { migrate } from '../src/platform/server/migrate.ts'
import { readEnvironmentFile } from './read-environment-file.ts'

const usage = `npm run replay-erasures -- <list.json>          erases once more whom the list names, after a restore
npm run replay-erasures -- --save <list.json>   writes the list of all erasures: identifiers only

  Keep the list apart from the backups, and newer than they are. Replaying twice is replaying once.`

const Listed = z.array(z.object({ contactId: z.uuid(), organizationId: z.uuid() }))

async function run() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { save: { type: 'string' }, help: { type: 'boolean' } },
  })
  const file = positionals[0]
  if (values.help || Boolean(file) === Boolean(values.save)) return console.log(usage)
  const listed = file ? Listed.safeParse(JSON.parse(readFileSync(file, 'utf8'))) : null
  if (listed && !listed.success) throw new ConfigError(`${file} is no list of erasures.`)
  const config = readConfig()
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ folder: config.dataDir })
  try {
    const url = config.databaseMigrationUrl ?? config.databaseUrl ?? embedded?.url ?? ''
    await migrate(url, createLog('warn'))
    const { database, close } = openDatabase(url, 2)
    try {
      if (values.save) {
        const erasures = await listErasures(database)
        writeFileSync(values.save, JSON.stringify(erasures, null, 2), { mode: 0o600 })
        return console.log(`${erasures.length} erasures written to ${values.save}.`)
      }
      let found = 0
      for (const erasure of listed?.data ?? []) if (await replayErasure(database, erasure)) found++
      console.log(`${listed?.data?.length ?? 0} erasures in the list, ${found} of them on record here and erased.`)
    } finally {
      await close()
    }
  } finally {
    await embedded?.stop()
  }
}

readEnvironmentFile()
await run().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
