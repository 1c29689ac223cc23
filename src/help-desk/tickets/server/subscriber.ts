import { sql } from 'kysely'
import { accountMayReceive } from '#identity/accounts/server/accounts-public.ts'
import type { RoleKey } from '#platform/schema/roles.ts'
import type { Language } from '#platform/server/texts.ts'

/** A person who may be notified of a ticket by mail. */
export interface Subscriber {
  accountId: string
  email: string
  language: Language
  firstName: string
  lastName: string
  organizationId: string | null
  roles: RoleKey[]
  /** a frozen account: stays on the list, but receives nothing */
  isOnHold: boolean
}

/** A subscriber's columns, where `account` is joined with its `contact`. */
export const subscriberColumns = sql`account.id as account_id, account.email, account.language, contact.first_name,
  contact.last_name, account.organization_id,
  coalesce((select array_agg(role) from account_role where account_role.account_id = account.id), '{}') as roles,
  not ${accountMayReceive()} as is_on_hold`
