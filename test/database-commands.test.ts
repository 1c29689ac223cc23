import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#platform/server/database.ts'
import { cloneDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'hearthline-commands-'))
const { url, servingUrl, drop } = await cloneDatabase()
const owner = openDatabase(url, 1)
afterAll(async () => {
  await owner.close()
  await drop()
  rmSync(folder, { recursive: true })
})

/** A command as a scheduler runs it: with only these settings. */
async function run(script: string, args: string[], settings: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ...settings }
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], { env })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, said }
}

const erasure = (last: number) => ({
  contactId: `00000000-0000-4000-8000-00000000000${last}`,
  organizationId: '00000000-0000-4000-8000-0000000000aa',
})
const list = join(folder, 'erasures.json')
const database = { DATABASE_URL: servingUrl, DATABASE_MIGRATION_URL: url }

it('F-22 a command without the settings of the portal makes no empty database, and leaves the list of erasures', async () => {
  writeFileSync(list, JSON.stringify([erasure(1)]))
  for (const [script, args] of [
    ['replay-erasures', ['--save', list]],
    ['replay-erasures', [list]],
    ['import', ['src/directory/services/demo']],
  ] as const) {
    const { code, said } = await run(script, [...args])
    expect([script, code, said]).toEqual([script, 1, expect.stringContaining('DATABASE_URL is not set')])
  }
  expect(JSON.parse(readFileSync(list, 'utf8'))).toEqual([erasure(1)])
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

it('F-22 the list of erasures keeps what a restored database lacks, and a list that is no list is not replaced', async () => {
  writeFileSync(list, JSON.stringify([erasure(1), erasure(2)]))
  await sql`insert into erasure (contact_id, organization_id, cause)
    values (${erasure(2).contactId}, ${erasure(2).organizationId}, 'request')`.execute(owner.database)
  const saved = await run('replay-erasures', ['--save', list], database)
  expect(saved).toEqual({ code: 0, said: expect.stringContaining('1 erasures written') })
  expect(JSON.parse(readFileSync(list, 'utf8'))).toMatchObject([erasure(1), erasure(2)])
  expect(readdirSync(folder).filter((name) => name.startsWith('erasures'))).toEqual(['erasures.json'])
  writeFileSync(list, '[{"contactId":')
  expect((await run('replay-erasures', ['--save', list], database)).code).toBe(1)
  expect(readFileSync(list, 'utf8')).toBe('[{"contactId":')
})

it('F-24 commands that migrate grant the serving role its privileges', async () => {
  const mayRead = async () =>
    (
      await sql<{ may: boolean }>`
        select has_table_privilege('hearthline_serving', 'contact', 'select') as may`.execute(owner.database)
    ).rows[0]?.may
  await sql`revoke select on contact from hearthline_serving`.execute(owner.database)
  expect(await mayRead()).toBe(false)
  rmSync(list, { force: true })
  expect((await run('replay-erasures', ['--save', list], database)).code).toBe(0)
  expect(await mayRead()).toBe(true)
})

it('F-24 D-RUN-2 npm run migrate needs the URLs of the database alone, also in production', async () => {
  const { code, said } = await run('migrate', [], { NODE_ENV: 'production', ...database })
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('up to date') })
  expect(existsSync(join(folder, 'data'))).toBe(false)
  const refused = await run('migrate', [], { NODE_ENV: 'production', DATABASE_URL: 'postgres://a@b/c' })
  expect(refused).toEqual({ code: 1, said: expect.stringContaining('sslmode') })
})
