import { sql } from 'kysely'
import { accountMayReceive, accountPerson, hasRoleAmong } from '#identity/accounts/server/accounts-public.ts'
import { personPhone } from '#identity/people/server/people-public.ts'
import type { RoleKey } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { type NoticePreference, standardMessagePreference, standardPreference } from '../user-preference.ts'

/** A person who can be notified, with their preferences. */
export interface Listener {
  id: string
  email: string
  language: 'en' | 'es'
  /** the primary one */
  phoneNumber: string | null
  preference: NoticePreference
}

const standard: NoticePreference = { ...standardPreference, ...standardMessagePreference }
const preferenceNames = Object.keys(standard) as (keyof NoticePreference)[]

const listeners = (database: Database) =>
  database
    .selectFrom(accountPerson.as('account'))
    .leftJoin('userPreference', 'userPreference.accountId', 'account.id')
    .leftJoin(personPhone.as('phone'), (join) =>
      join.onRef('phone.contactId', '=', 'account.contactId').on('phone.isPrimary', '=', true),
    )
    .select(['account.id', 'account.email', 'account.language', 'phone.phoneNumber'])
    .select(preferenceNames.map((name) => `userPreference.${name}` as const))
    .where(accountMayReceive())

type Row = Omit<Listener, 'preference'> &
  Partial<Record<keyof NoticePreference, NoticePreference[keyof NoticePreference] | null>>

const asListener = ({ id, email, language, phoneNumber, ...levels }: Row): Listener => ({
  id,
  email,
  language,
  phoneNumber,
  preference: Object.fromEntries(
    preferenceNames.map((name) => [name, levels[name] ?? standard[name]]),
  ) as NoticePreference,
})

const withRoles = (database: Database, organizationId: string, roles: readonly RoleKey[]) =>
  listeners(database).where('account.organizationId', '=', organizationId).where(hasRoleAmong(sql`account.id`, roles))

/** The people with one of these roles at an organization. */
export const listOrganizationListeners = async (
  database: Database,
  organizationId: string,
  roles: readonly RoleKey[],
) => (await withRoles(database, organizationId, roles).orderBy('account.id').execute()).map(asListener)

/** Those of these accounts who have one of these roles at an organization. */
export const listListenersAt = async (
  database: Database,
  organizationId: string,
  roles: readonly RoleKey[],
  accountIds: readonly string[],
) =>
  accountIds.length === 0
    ? []
    : (
        await withRoles(database, organizationId, roles)
          .where('account.id', 'in', accountIds)
          .orderBy('account.id')
          .execute()
      ).map(asListener)

export const listListeners = async (database: Database, accountIds: readonly string[]) =>
  accountIds.length === 0
    ? []
    : (await listeners(database).where('account.id', 'in', accountIds).execute()).map(asListener)
