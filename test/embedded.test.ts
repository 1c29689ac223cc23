import { chmodSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'hearthline-embedded-'))
chmodSync(folder, 0o755)
const first = await startEmbeddedPostgres({ folder })
afterAll(() => first.stop())

it('D-RUN-7 refuses a second portal on one data folder with a clear message', async () => {
  // The lock contains the ID of another running process.
  const { writeFileSync } = await import('node:fs')
  writeFileSync(join(folder, 'portal.lock'), String(process.ppid))
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(/Another portal \(process \d+\) already works on/)
  writeFileSync(join(folder, 'portal.lock'), String(process.pid))
})

it('D-RUN-7 listens on loopback only, and lets nobody in without its password', async () => {
  const client = new pg.Client({ connectionString: first.url })
  await client.connect()
  const { rows } = await client.query(
    "select current_setting('listen_addresses') as listens, current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous",
  )
  expect(rows[0]).toEqual({ listens: '127.0.0.1', fsync: 'on', synchronous: 'on' })
  await client.end()
  const stranger = new pg.Client({ connectionString: first.url.replace(/:[^:@]+@/, ':guess@') })
  await expect(stranger.connect()).rejects.toThrow(/password authentication failed/)
})

it('F-24 D-RUN-7 closes its folder to other users of the machine, also one that stood open', () => {
  expect(statSync(folder).mode & 0o007).toBe(0)
  expect(statSync(folder).mode & 0o060).toBe(0)
  expect(statSync(join(folder, 'postgres')).mode & 0o077).toBe(0)
})
