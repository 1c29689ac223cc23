import { type RawBuilder, sql } from 'kysely'
import { containing, personRecord } from '#identity/people/server/people-public.ts'
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
  | 'createdOn'
  | 'lastSignedInOn'
  | 'version'

/** What other features may read of an account and its person. */
export type AccountPerson = Pick<AccountRow, Columns> & {
  firstName: string
  lastName: string
  name: string
  title: string | null
}

/**
 * Accounts with their persons, as a table that a statement joins: `join ${accountPerson.as('author')} on author.id = …`.
 * PostgreSQL plans it like a direct join of both tables.
 */
export const accountPerson = sql<AccountPerson>`(
  select a.id, a.email, a.language, a.contact_id, a.organization_id, a.email_confirmed_on, a.approved_on, a.deactivated_on,
    a.force_password_reset, a.created_on, a.last_signed_in_on, a.version, c.first_name, c.last_name, c.title, c.name
  from account a join ${personRecord.as('c')} on c.id = a.contact_id)`

/** The full name of an account's person. @param id the account's id, in SQL */
export const accountName = (id: RawBuilder<unknown>) =>
  sql<string>`(select named.name from ${accountPerson.as('named')} where named.id = ${id})`

/**
 * The ids of the accounts whose address or name contains a text, as a query; each half has its own index.
 * @param most of each half; by default all
 */
export function accountsContaining(text: string, most?: number) {
  const limit = most === undefined ? sql`` : sql`limit ${sql.lit(most)}`
  return sql`(select id from account where lower(email) like ${containing(text)} ${limit})
    union (select a.id from account a join ${personRecord.as('p')} on p.id = a.contact_id
      where p.organization_id is null and plain_text(p.name) like ${containing(text)} ${limit})`
}

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

/** Whether an organization has an active admin. @param id the organization's id, in SQL */
export const organizationHasAdmin = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from account held_by where held_by.organization_id = ${id} and ${accountIsActive('held_by')}
    and ${hasRoleAmong(sql.ref('held_by.id'), ['organization-admin'])})`

/** The ids of organizations with an active admin, as a query. */
export const organizationsWithAdmin = sql`select held_by.organization_id from account held_by
  where held_by.organization_id is not null and ${accountIsActive('held_by')} and ${hasRoleAmong(sql.ref('held_by.id'), ['organization-admin'])}`
