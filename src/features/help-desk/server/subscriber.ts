import { sql } from 'kysely'
import type { RoleKey } from '#platform/schema/roles.ts'
import type { Language } from '#platform/server/texts.ts'

/** Somebody who may be told of a ticket by mail. */
export interface Subscriber {
  accountId: string
  email: string
  language: Language
  firstName: string
  lastName: string
  organizationId: string | null
  roles: RoleKey[]
}

/** A subscriber's columns, where `account` is joined with its `contact`. */
export const subscriberColumns = sql`account.id as account_id, account.email, account.language, contact.first_name,
  contact.last_name, account.organization_id,
  coalesce((select array_agg(role) from account_role where account_role.account_id = account.id), '{}') as roles`

/** An account in use. Others hear nothing of tickets, answer none by mail and are mentioned nowhere. */
export const isInUse = sql`account.deactivated_on is null and account.approved_on is not null
  and account.email_confirmed_on is not null
  and not exists (select from account_freeze where account_freeze.account_id = account.id)`
