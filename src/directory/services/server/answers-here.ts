import { type RawBuilder, sql } from 'kysely'
import { accountIsActive } from '#identity/accounts/server/accounts-public.ts'

/** Whether an organization answers referrals in the portal: it accepts them, and has an active account. */
export const answersHere = (organization: 'o'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${organization}.takesReferrals`)} and exists (
    select from account where account.organization_id = ${sql.ref(`${organization}.id`)} and ${accountIsActive()}))`
