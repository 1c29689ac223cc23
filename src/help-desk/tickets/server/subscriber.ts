import { sql } from 'kysely'
import { accountMayReceive, rolesOf } from '#identity/accounts/server/accounts-public.ts'
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

/** A subscriber's columns, of {@link accountPerson} as `reader`. */
export const subscriberColumns = sql`reader.id as account_id, reader.email, reader.language, reader.first_name,
  reader.last_name, reader.organization_id, ${rolesOf(sql`reader.id`)} as roles,
  not ${accountMayReceive('reader')} as is_on_hold`
