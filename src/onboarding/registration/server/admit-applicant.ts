import { sql } from 'kysely'
import { settleClaim, welcomeRecipient } from '#casework/referrals/server/referrals-public.ts'
import { addRoles, approveAccount } from '#identity/accounts/server/accounts-public.ts'
import { getOrganizationName, verifyOrganization } from '#identity/organizations/server/organizations-public.ts'
import type { JoinRole } from '#identity/team/join-request.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { publishReview } from './publish-review.ts'
import { sendReviewNotice } from './registration-mail.ts'
import { hasAdmin, hasPeople, listAdmins, listApplicantNames } from './registration-queries.ts'

interface Applicant {
  accountId: string
  organizationId: string
  referralId: string | null
}

/** Other applicants for the same organization must ask its new admin from now on, who is notified of each. */
async function turnIntoJoins(database: Database, config: Config, { accountId, organizationId }: Applicant) {
  const turned = await database
    .updateTable('registrationReview')
    .set({ kind: 'join', version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('accountId', '<>', accountId)
    .where('kind', '=', 'claim')
    .where('status', 'in', ['pending', 'more-asked'])
    .returning(['id', 'kind', 'accountId', 'organizationId'])
    .execute()
  for (const review of turned) await publishReview(database, review)
  if (turned.length) await notifyAdmins(database, config, organizationId, turned)
}

async function notifyAdmins(
  database: Database,
  config: Config,
  organizationId: string,
  reviews: { id: string; accountId: string }[],
) {
  const organizationName = await getOrganizationName(database, organizationId)
  const applicants = await listApplicantNames(
    database,
    reviews.map(({ accountId }) => accountId),
  )
  for (const admin of await listAdmins(database, organizationId))
    for (const { id, accountId } of reviews) {
      const words = { organizationName, applicant: applicants.get(accountId) ?? '' }
      await sendReviewNotice(database, config, admin, { reviewId: id, kind: 'join', ...words })
    }
}

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
  if (role === 'organization-admin') await turnIntoJoins(database, config, applicant)
  await settleClaim(database, accountId, 'approved')
  await welcomeRecipient(database, config, { organizationId, accountId, referralId, isFirst, isClaim: true })
  return role
}
