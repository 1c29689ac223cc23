import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { keptPlan } from '#platform/server/kept-plan.ts'

/**
 * What an account's second factor is about.
 * @returns required: its organization or one of its roles asks for one; enrolled: its owner set one up beyond e-mail
 */
export async function getSecondFactorNeed(database: Database, accountId: string) {
  const { rows } = await sql<{ required: boolean; enrolled: boolean }>`
    select coalesce(o.require_mfa, false) or exists (
        select 1 from account_role r join role_setting s on s.role = r.role where r.account_id = a.id and s.require_mfa
      ) as required,
      exists (select 1 from authenticator f where f.account_id = a.id and f.active) as enrolled
    from account a left join organization o on o.id = a.organization_id where a.id = ${accountId} ${keptPlan}`.execute(
    database,
  )
  return rows[0] ?? { required: false, enrolled: false }
}

/** Whether the next sign-in of the account asks for a second factor. */
export async function needsSecondFactor(database: Database, accountId: string) {
  const { required, enrolled } = await getSecondFactorNeed(database, accountId)
  return required || enrolled
}
