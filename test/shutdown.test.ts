import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/database.ts'
import { startPortal } from '../src/portal.ts'
import { cloneDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'hearthline-shutdown-'))
const { url, servingUrl, drop } = await cloneDatabase()
const owner = openDatabase(url, 1)
afterAll(async () => {
  await owner.close()
  await drop()
  rmSync(folder, { recursive: true })
})

const start = (settings: Record<string, string>) =>
  startPortal(
    readConfig({
      ...{ DATA_DIR: folder, DATABASE_URL: servingUrl, DATABASE_MIGRATION_URL: url },
      ...{ PORT: '0', LOG_LEVEL: 'silent', ...settings },
    }),
  )

/** How many connections portals have to the database. */
const connections = async () =>
  (
    await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(owner.database)
  ).rows[0]?.count

it('D-RUN-2 a start that fails late says why, and leaves nothing running', async () => {
  const taken = createServer()
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening))
  const { port } = taken.address() as { port: number }
  const inbound = { MAIL_REPLY_DOMAIN: 'reply.test', INBOUND_SMTP_PORT: String(port) }
  const unreadable = { INBOUND_SMTP_CERT: join(folder, 'none.pem'), INBOUND_SMTP_KEY: join(folder, 'none.pem') }
  await expect(start({ METRICS_PORT: String(port) })).rejects.toThrow(/^METRICS_PORT: port \d+ cannot/)
  await expect.poll(connections).toBe(0)
  await expect(start(inbound)).rejects.toThrow(/^INBOUND_SMTP_PORT: port \d+ cannot/)
  await expect(start({ ...inbound, ...unreadable })).rejects.toThrow(/^INBOUND_SMTP_CERT .*none\.pem/)
  await expect.poll(connections).toBe(0)
  taken.close()
}, 30_000)
