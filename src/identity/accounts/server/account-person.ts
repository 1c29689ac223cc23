import { type RawBuilder, sql } from 'kysely'
import type { RoleKey } from '#platform/schema/roles.ts'
import type { AccountRow } from '../account.ts'
import { accountIsActive } from './account-standing.ts'

type Columns =
  | 'id'
  | 'email'
  | 'language'
  | 'contactId'
  | 'organizationId'
  | 'emailConfirmedOn'
  | 'approvedOn'
  | 'deactivatedOn'
  | 'forcePasswordReset'

/** What other features may read of an account and its person. */
export type AccountPerson = Pick<AccountRow, Columns> & {
  firstName: string
  lastName: string
  name: string
  title: string | null
}

/**
 * Accounts with their persons, as a table that a statement joins: `join ${accountPerson.as('author')} on author.id = …`.
 * PostgreSQL plans it as if both tables stood there.
 */
export const accountPerson = sql<AccountPerson>`(
  select a.id, a.email, a.language, a.contact_id, a.organization_id, a.email_confirmed_on, a.approved_on, a.deactivated_on,
    a.force_password_reset, c.first_name, c.last_name, c.title, c.first_name || ' ' || c.last_name as name
  from account a join contact c on c.id = a.contact_id)`

/** The full name of an account's person. @param id the account's id, in SQL */
export const accountName = (id: RawBuilder<unknown>) =>
  sql<string>`(select own_person.first_name || ' ' || own_person.last_name
    from account own_account join contact own_person on own_person.id = own_account.contact_id where own_account.id = ${id})`

/** The roles of an account, as an array. @param id the account's id, in SQL */
export const rolesOf = (id: RawBuilder<unknown>) =>
  sql<
    RoleKey[]
  >`coalesce((select array_agg(held.role order by held.role) from account_role held where held.account_id = ${id}), '{}')`

/** Also of no roles at all, which nobody has. */
const amongRoles = (roles: readonly RoleKey[]) =>
  sql`held.role = any(array[${sql.join(roles.map((role) => sql.lit(role)))}]::text[])`

/** Whether an account has one of these roles. @param id the account's id, in SQL */
export const hasRoleAmong = (id: RawBuilder<unknown>, roles: readonly RoleKey[]) =>
  sql<boolean>`exists (select from account_role held where held.account_id = ${id} and ${amongRoles(roles)})`

/** The ids of accounts with one of these roles, as a query. */
export const accountsWithRole = (roles: readonly RoleKey[]) =>
  sql`select held.account_id from account_role held where ${amongRoles(roles)}`

/** Whether the account is active. @param id the account's id, in SQL */
export const isActiveAccount = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from account held where held.id = ${id} and ${accountIsActive('held')})`

/** Whether an organization has an active account. @param id the organization's id, in SQL */
export const organizationHasAccount = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from account held where held.organization_id = ${id} and ${accountIsActive('held')})`
