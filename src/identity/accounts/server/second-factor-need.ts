import { sql } from 'kysely'
import { organizationSignInRules } from '#identity/organizations/server/organizations-public.ts'
import { type RoleKey, roleKeys } from '#platform/schema/roles.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import { refusesEmailCodes } from '../account-policy.ts'

const refusingRoles = sql.join(refusesEmailCodes.map((role) => sql.lit(role)))

interface Facts {
  required: boolean
  enrolled: boolean
  hasApp: boolean
  hasStrongMethod: boolean
  isRefusedByRule: boolean
  passwordByLink: boolean
}

/**
 * The second-factor requirements of an account.
 * @returns required: its organization or one of its roles requires one; enrolled: its owner set up one other than
 * e-mail; hasFactor: that, or a sign-in method that is one by itself, such as a passkey; emailRefused: codes by e-mail are not accepted; needed: the next sign-in asks
 * for one
 */
export async function getSecondFactorNeed(database: Database, accountId: string) {
  const { rows } = await sql<Facts>`
    select coalesce(o.require_mfa, false) or exists (
        select 1 from account_role r join role_setting s on s.role = r.role where r.account_id = a.id and s.require_mfa
      ) as required,
      exists (select 1 from second_factor f where f.account_id = a.id) as enrolled,
      exists (select 1 from second_factor f where f.account_id = a.id and f.kind = 'otp') as has_app,
      exists (select 1 from sign_in_method m where m.account_id = a.id and m.is_second_factor) as has_strong_method,
      coalesce(o.refuse_email_codes, false) or exists (
        select 1 from account_role r left join role_setting s on s.role = r.role
        where r.account_id = a.id and coalesce(s.refuse_email_codes, r.role in (${refusingRoles}))
      ) as is_refused_by_rule,
      a.password_by_link
    from account a left join ${organizationSignInRules.as('o')} on o.id = a.organization_id where a.id = ${accountId} ${prepared}`.execute(
    database,
  )
  const [facts] = rows
  if (!facts) return { required: false, enrolled: false, hasFactor: false, emailRefused: false, needed: false }
  const { required, enrolled, hasApp, hasStrongMethod, isRefusedByRule, passwordByLink } = facts
  const byRule = isRefusedByRule && (hasApp || hasStrongMethod)
  // If the password was sent by mail, the owner must prove more than access to the same mailbox.
  const hasFactor = enrolled || hasStrongMethod
  const byLink = passwordByLink && hasFactor
  const emailRefused = byRule || byLink
  return { required, enrolled, hasFactor, emailRefused, needed: required || enrolled || emailRefused }
}

/** Whether the account's next sign-in requires a second factor. */
export const needsSecondFactor = async (database: Database, accountId: string) =>
  (await getSecondFactorNeed(database, accountId)).needed

/** What each role requires of the accounts that have it. */
export async function listRoleRules(database: Database) {
  const rows = await database.selectFrom('roleSetting').selectAll().execute()
  return roleKeys.map((roleId) => {
    const row = rows.find(({ role }) => role === roleId)
    return {
      roleId,
      requireMfa: row?.requireMfa ?? false,
      refuseEmailCodes: row?.refuseEmailCodes ?? refusesEmailCodes.includes(roleId),
    }
  })
}

/** Sets what a role requires; what is left out stays. */
export const setRoleRule = (
  database: Database,
  role: RoleKey,
  change: { requireMfa?: boolean | undefined; refuseEmailCodes?: boolean | undefined },
) =>
  database
    .insertInto('roleSetting')
    .values({ role, ...change })
    .onConflict((c) => c.column('role').doUpdateSet({ ...change, changedOn: sql`now()` }))
    .execute()
