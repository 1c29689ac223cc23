import { type Kysely, sql } from 'kysely'

/**
 * Restores what calls of the run removed from accounts: their sign-in, roles and organization. A caller without access
 * would not test anything more.
 */
// biome-ignore lint/suspicious/noExplicitAny: no feature's tables are meant
export async function makeCaretaker(database: Kysely<any>, emails: readonly string[]) {
  const list = sql.join(emails)
  await sql`create schema if not exists fuzz`.execute(database)
  await sql`create table fuzz.account as select * from account where email in (${list})`.execute(database)
  await sql`create table fuzz.account_role as select r.* from account_role r join fuzz.account a on a.id = r.account_id`.execute(
    database,
  )
  return async () => {
    await sql`update account a set email = f.email, password_hash = f.password_hash, organization_id = f.organization_id,
      deactivated_on = null, approved_on = f.approved_on, email_confirmed_on = f.email_confirmed_on,
      force_password_reset = false from fuzz.account f where a.id = f.id`.execute(database)
    await sql`delete from account_role where account_id in (select id from fuzz.account)`.execute(database)
    await sql`insert into account_role select * from fuzz.account_role`.execute(database)
    for (const table of ['account_freeze', 'authenticator'])
      await sql`delete from ${sql.table(table)} where account_id in (select id from fuzz.account)`.execute(database)
    for (const table of ['login_throttle', 'login_wait', 'role_setting'])
      await sql`delete from ${sql.table(table)}`.execute(database)
    await sql`update organization set require_mfa = false`.execute(database)
  }
}
