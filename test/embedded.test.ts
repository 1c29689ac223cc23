import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { bufferMegabytes, startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { birthOf } from '#platform/server/running-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'hearthline-embedded-'))
chmodSync(folder, 0o755)
const first = await startEmbeddedPostgres({ folder })
afterAll(() => first.stop())

it('D-RUN-7 refuses a second portal on one data folder with a clear message', async () => {
  // The lock contains the ID of another running process.
  writeFileSync(join(folder, 'portal.lock'), String(process.ppid))
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(/Another portal \(process \d+\) already works on/)
  writeFileSync(join(folder, 'portal.lock'), String(process.pid))
})

it('D-RUN-7 starts after a crash if other programs have the IDs that it left behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-crashed-'))
  try {
    await (await startEmbeddedPostgres({ folder })).stop()
    // The process that runs this test is no portal, and no PostgreSQL. It started at another time than that portal.
    writeFileSync(join(folder, 'portal.lock'), `${process.ppid}\n${birthOf(process.pid)}`)
    writeFileSync(join(folder, 'postgres', 'postmaster.pid'), `${process.ppid}\n${join(folder, 'postgres')}\n`)
    const again = await startEmbeddedPostgres({ folder })
    await again.stop()
    process.kill(process.ppid, 0)
    // A portal that still runs keeps its folder.
    writeFileSync(join(folder, 'portal.lock'), `${process.ppid}\n${birthOf(process.ppid)}`)
    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(/Another portal/)
  } finally {
    rmSync(folder, { recursive: true })
  }
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

it('0414 holds the pages of a large database in up to a quarter of the memory, and of a small one in an eighth', async () => {
  const GB = 2 ** 30
  // A small database: an eighth, at most 1 GB, and never less than PostgreSQL's own 128 MB.
  for (const [memory, megabytes] of [
    [GB / 2, 128],
    [2 * GB, 256],
    [64 * GB, 1024],
  ] as const)
    expect([memory, bufferMegabytes(memory, 40 * 2 ** 20)]).toEqual([memory, megabytes])
  // A large one: all of it, and room to grow.
  expect(bufferMegabytes(64 * GB, 4 * GB)).toBe(5 * 1024)
  expect(bufferMegabytes(2 * GB, 4 * GB)).toBe(512)
  expect(bufferMegabytes(24 * GB, 100 * GB)).toBe(6 * 1024)
  const client = new pg.Client({ connectionString: first.url })
  await client.connect()
  const { rows } = await client.query('show shared_buffers')
  await client.end()
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  const [, size = '', unit] = /^(\d+)(MB|GB)$/.exec(rows[0].shared_buffers) ?? []
  expect(Number(size) * (unit === 'GB' ? 1024 : 1)).toBe(bufferMegabytes(memory, 0))
})

it('F-24 D-RUN-7 closes its folder to other users of the machine, also one that stood open', () => {
  expect(statSync(folder).mode & 0o007).toBe(0)
  expect(statSync(folder).mode & 0o060).toBe(0)
  expect(statSync(join(folder, 'postgres')).mode & 0o077).toBe(0)
})
