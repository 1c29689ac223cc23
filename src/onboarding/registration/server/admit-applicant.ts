import { settleClaim, welcomeRecipient } from '#casework/referrals/server/referrals-public.ts'
import { addRoles, approveAccount } from '#identity/accounts/server/accounts-public.ts'
import { verifyOrganization } from '#identity/organizations/server/organizations-public.ts'
import type { JoinRole } from '#identity/team/join-request.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { hasAdmin, hasPeople } from './registration-queries.ts'

interface Applicant {
  accountId: string
  organizationId: string
  referralId: string | null
}

/** Other applicants for the same organization must ask its new admin from now on. */
const turnIntoJoins = (database: Database, { accountId, organizationId }: Applicant) =>
  database
    .updateTable('registrationReview')
    .set({ kind: 'join' })
    .where('organizationId', '=', organizationId)
    .where('accountId', '<>', accountId)
    .where('kind', '=', 'claim')
    .where('status', 'in', ['pending', 'more-asked'])
    .execute()

/**
 * Admits an applicant: as the organization's admin if it has none, otherwise with the selected role. Call it with the
 * organization locked.
 */
export async function admitApplicant(
  database: Database,
  config: Config,
  applicant: Applicant,
  chosen: JoinRole | undefined,
) {
  const { accountId, organizationId, referralId } = applicant
  const isFirst = !(await hasPeople(database, organizationId))
  const hadAdmin = await hasAdmin(database, organizationId)
  const role = hadAdmin ? (chosen ?? 'organization-staff') : 'organization-admin'
  await approveAccount(database, accountId, organizationId)
  await addRoles(database, accountId, [role])
  if (!hadAdmin) await verifyOrganization(database, organizationId)
  if (role === 'organization-admin') await turnIntoJoins(database, applicant)
  await settleClaim(database, accountId, 'approved')
  await welcomeRecipient(database, config, { organizationId, accountId, referralId, isFirst, isClaim: true })
  return role
}
