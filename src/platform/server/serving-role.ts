import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Tables that the portal only reads and appends to; not even an injected statement can change them. For each table, the
 * columns that may be blanked when a person is erased.
 */
const addOnly: Record<string, string[]> = {
  audit_record: [],
  access_log: [],
  erasure: [],
  listing_change: [],
  referral_event: ['reason', 'note'],
}
const readOnly = ['schema_migration', 'schema_migration_lock']
const schemas = ['public', 'graphile_worker']

/**
 * Grants the serving role its privileges: rows, not schema. The owner calls this after each migration, so that it
 * covers new tables. Safe to run in several processes at once.
 */
export const grantServing = (owner: Database, role: string) =>
  owner.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('hearthline serving role'))`.execute(transaction)
    const to = sql.id(role)
    for (const schema of schemas.map((name) => sql.id(name))) {
      await sql`grant usage on schema ${schema} to ${to}`.execute(transaction)
      await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`.execute(transaction)
      await sql`grant usage, select on all sequences in schema ${schema} to ${to}`.execute(transaction)
      await sql`grant execute on all functions in schema ${schema} to ${to}`.execute(transaction)
    }
    for (const [table, columns] of Object.entries(addOnly)) {
      await sql`revoke update, delete on ${sql.id(table)} from ${to}`.execute(transaction)
      for (const column of columns)
        await sql`grant update (${sql.id(column)}) on ${sql.id(table)} to ${to}`.execute(transaction)
    }
    for (const table of readOnly)
      await sql`revoke insert, update, delete on ${sql.id(table)} from ${to}`.execute(transaction)
    await openJobs(transaction, role)
    await allowAnalyze(transaction, role)
  })

/**
 * The queue's tables have row security without a policy: only their owner can access them until a policy allows another
 * role.
 */
async function openJobs(owner: Database, role: string) {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
    and not exists (select 1 from pg_policy where polrelid = pg_class.oid and polname = 'serving')`.execute(owner)
  for (const { name } of rows)
    await sql`create policy serving on graphile_worker.${sql.id(name)} using (true) with check (true)`.execute(owner)
  // The policy applies to every role with privileges on the table; this revokes them from all other roles.
  for (const { name } of rows) await sql`revoke all on graphile_worker.${sql.id(name)} from public`.execute(owner)
  await sql`grant usage on schema graphile_worker to ${sql.id(role)}`.execute(owner)
}

/** An import runs ANALYZE. Before PostgreSQL 17, only the owner of a table may run it. */
async function allowAnalyze(owner: Database, role: string) {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(
    owner,
  )
  if ((rows[0]?.version ?? 0) >= 170_000) await sql`grant maintain on service_search to ${sql.id(role)}`.execute(owner)
}

/** Whether the role of this connection can migrate the schema. */
export async function mayMigrate(database: Database) {
  const { rows } = await sql<{
    may: boolean
  }>`select has_schema_privilege(current_user, 'public', 'create') as may`.execute(database)
  return rows[0]?.may === true
}
