import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cloneDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'hearthline-commands-'))
const { url, servingUrl, drop } = await cloneDatabase()
afterAll(async () => {
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

const database = { DATABASE_URL: servingUrl, DATABASE_MIGRATION_URL: url }

it('F-24 D-RUN-2 npm run migrate needs the URLs of the database alone, also in production', async () => {
  const { code, said } = await run('migrate', [], { NODE_ENV: 'production', ...database })
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('up to date') })
  expect(existsSync(join(folder, 'data'))).toBe(false)
  const refused = await run('migrate', [], { NODE_ENV: 'production', DATABASE_URL: 'postgres://a@b/c' })
  expect(refused).toEqual({ code: 1, said: expect.stringContaining('sslmode') })
})
