import { type RawBuilder, sql } from 'kysely'
import { organizationHasAccount } from '#identity/accounts/server/accounts-public.ts'

/** Whether an organization answers referrals in the portal: it accepts them, and has an active account. */
export const answersHere = (organization: 'o'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${organization}.takesReferrals`)} and ${organizationHasAccount(sql.ref(`${organization}.id`))})`
