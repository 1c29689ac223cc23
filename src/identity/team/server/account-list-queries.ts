import { sql } from 'kysely'
import { z } from 'zod'
import { roleName } from '#identity/accounts/role.ts'
import {
  accountIsActive,
  accountPerson,
  accountsContaining,
  hasRoleAmong,
  rolesOf,
} from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { phoneOf } from '#identity/people/server/people-public.ts'
import { Id } from '#platform/schema/fields.ts'
import { type Actor, hasRole, type RoleKey } from '#platform/schema/roles.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { PortalAccount, PortalAccountQuery, WaitingKind } from '../portal-account.ts'

const state = sql<PortalAccount['state']>`case when account.deactivated_on is not null then 'deactivated'
  when ${accountIsActive()} then 'active' else 'waiting' end`
const pending = (kind: 'email' | 'phone') => sql<string | null>`(select new_value from account_change c
  where c.account_id = account.id and c.kind = ${kind} and c.used_on is null and c.withdrawn_on is null and c.expires_on > now())`
const hasPending = (kind?: WaitingKind) => sql<boolean>`exists (select from account_change c
  where c.account_id = account.id and c.kind = coalesce(${kind ?? null}, c.kind) and c.used_on is null
  and c.withdrawn_on is null and c.expires_on > now())`
const roles = rolesOf(sql`account.id`)
const nameKey = sql<string>`plain_text(account.last_name || ' ' || account.first_name)`
const emailKey = sql<string>`lower(account.email)`

const accounts = (database: Database) =>
  database
    .selectFrom(accountPerson.as('account'))
    .leftJoin(organizationNames.as('organization'), 'organization.id', 'account.organizationId')
    .select([
      'account.id',
      'account.email',
      'account.contactId',
      'account.organizationId',
      'organization.name as organizationName',
      'account.language',
      'account.createdOn',
      'account.lastSignedInOn',
      'account.deactivatedOn',
      'account.version',
      'account.firstName',
      'account.lastName',
      'account.title',
      state.as('state'),
      roles.as('roles'),
      phoneOf(sql`account.contact_id`).as('phoneNumber'),
      pending('email').as('pendingEmail'),
      pending('phone').as('pendingPhoneNumber'),
      hasPending('factors').as('isFactorResetPending'),
    ])

type Row = Omit<PortalAccount, 'portalAccountRoles'> & { roles: RoleKey[] }
const shown = ({ roles: held, ...row }: Row, product: string): PortalAccount => ({
  ...row,
  portalAccountRoles: held.map((roleId) => ({ roleId, role: roleName(roleId, product) })),
})

/** An account as the screens show it, with its role keys for the policy. */
export async function findPortalAccount(database: Database, id: string, product: string) {
  const row = await accounts(database).where('account.id', '=', id).executeTakeFirst()
  return row && { account: shown(row, product), roles: row.roles }
}

/**
 * The accounts that the actor may see: an organization's sorted by name, all accounts sorted by address. A page of all
 * accounts follows the index on addresses, so that it is fast with a million accounts.
 */
export async function listAccounts(database: Database, actor: Actor, query: PortalAccountQuery, product: string) {
  const seesAll = hasRole(actor, 'platform-admin')
  const organizationId = seesAll ? query.organizationId : actor.organizationId
  const key = organizationId ? nameKey : emailKey
  const after = readCursor(query.cursor, [z.string(), Id])
  const isAdmin = seesAll || (hasRole(actor, 'organization-admin') && actor.organizationId !== null)
  const rows = await accounts(database)
    .select(key.as('position'))
    .$if(!isAdmin, (q) => q.where('account.id', '=', actor.accountId))
    .$if(isAdmin && Boolean(organizationId), (q) => q.where('account.organizationId', '=', organizationId ?? null))
    .$if(query.state === 'change-pending', (q) => q.where(hasPending()))
    .$if(query.state !== undefined && query.state !== 'change-pending', (q) =>
      q.where(sql<boolean>`${state} = ${query.state}`),
    )
    .$if(query.roleId !== undefined, (q) => q.where(hasRoleAmong(sql`account.id`, query.roleId ? [query.roleId] : [])))
    .$if(Boolean(query.search), (q) => q.where(sql<boolean>`account.id in (${accountsContaining(query.search ?? '')})`))
    .$if(after !== undefined, (q) => q.where(sql<boolean>`(${key}, account.id) > (${after?.[0]}, ${after?.[1]}::uuid)`))
    .orderBy(key)
    .orderBy('account.id')
    .limit(query.limit + 1)
    .execute()
  const page = pageFrom(rows, query.limit, (row) => [row.position, row.id])
  return { ...page, items: page.items.map(({ position: _, ...row }) => shown(row, product)) }
}
