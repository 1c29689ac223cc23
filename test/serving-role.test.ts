import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#platform/server/database.ts'
import { createLog } from '#platform/server/log.ts'
import { migrate, rolesOf } from '#platform/server/migrate.ts'
import { startTestApp } from './app.ts'
import { cloneDatabase } from './database.ts'

const product = await startTestApp()
const tryIt = (statement: string) => sql.raw(statement).execute(product.servingDatabase)

it('F-24 the role that serves changes no schema', async () => {
  for (const statement of [
    'create table extra (id int)',
    'alter table account add column backdoor text',
    'drop table message',
    'truncate session',
    'drop trigger audit_record_kept on audit_record',
    'alter table audit_record disable trigger all',
    "set session_replication_role = 'replica'",
    "create function f() returns int language sql as 'select 1'",
    "insert into schema_migration (name, timestamp) values ('9999', 'now')",
    'create role other superuser',
    "copy account to program 'cat'",
  ])
    await expect(tryIt(statement), statement).rejects.toThrow(/permission denied|must be owner|must have/)
})

it('F-24 the role that serves adds to the records of what happened, and changes none', async () => {
  await tryIt("insert into audit_record (action, subject_type, subject_id) values ('tried', 'test', '1')")
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relname in ('audit_record', 'access_log', 'erasure', 'referral_event')
    and relkind = 'r'`.execute(product.database)
  expect(rows).toHaveLength(4)
  for (const { name } of rows) {
    const time = { access_log: 'viewed_on', erasure: 'erased_on' }[name] ?? 'created_on'
    for (const statement of [`delete from ${name}`, `truncate ${name}`, `update ${name} set ${time} = now()`])
      await expect(tryIt(statement), statement).rejects.toThrow('permission denied')
  }
})

it('F-24 jobs and live events work under the role that serves', async () => {
  const { account } = await product.someone()
  await product.anonymous('POST', '/api/auth/login/fallback', { email: account.email, password: 'Wrong-one-1' })
  await product.workJobs()
  const { rows } = await sql<{ kind: string }>`select kind from account_event where account_id = ${account.id}`.execute(
    product.database,
  )
  expect(rows.map((r) => r.kind)).toContain('sign-in-failed')
})

const { url, servingUrl, drop } = await cloneDatabase()
const owner = openDatabase(url, 1)
afterAll(async () => {
  await owner.close()
  await drop()
})

it('F-24 a role that only serves starts on a schema that is up to date, and says so plainly when it is old', async () => {
  const log = createLog('silent')
  await migrate(servingUrl, log)
  await sql`delete from schema_migration where name = (select max(name) from schema_migration)`.execute(owner.database)
  await expect(migrate(servingUrl, log)).rejects.toThrow(/DATABASE_MIGRATION_URL/)
})

it('F-24 the same role for both is no role of its own', () => {
  expect(rolesOf({ owner: 'postgres://a@h/d', serving: 'postgres://a@h/d' }).servingRole).toBeUndefined()
  expect(rolesOf({ owner: 'postgres://a@h/d', serving: 'postgres://b%40c@h/d' }).servingRole).toBe('b@c')
})
