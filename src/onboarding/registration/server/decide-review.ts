import { settleClaim } from '#casework/referrals/server/referrals-public.ts'
import { accountPerson, endSessionsOf, lockTeam, refuseAccount } from '#identity/accounts/server/accounts-public.ts'
import { getOrganizationName, unverifyOrganization } from '#identity/organizations/server/organizations-public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { NewDecision, RegistrationReview } from '../review.ts'
import { statusAfter } from '../review-policy.ts'
import { admitApplicant } from './admit-applicant.ts'
import { publishReview } from './publish-review.ts'
import { sendDecision } from './registration-mail.ts'
import { hasPeople } from './registration-queries.ts'
import { getReview } from './review-queries.ts'

type Decided = Pick<RegistrationReview, 'id' | 'kind' | 'accountId' | 'organizationId'>

/** Rejects an applicant. An organization that came only with them is no longer shown as participating. */
async function turnAway(database: Database, review: Decided) {
  await refuseAccount(database, review.accountId, { isDeactivated: review.kind === 'invited' })
  await endSessionsOf(database, review.accountId)
  if (review.kind === 'claim' || review.kind === 'join' || (await hasPeople(database, review.organizationId))) return
  await unverifyOrganization(database, review.organizationId, review.kind === 'invited' ? 'listed' : 'refused')
}

/** @param by the organization whose admin decides; null for a platform admin, who decides about all */
async function lockReview(database: Database, id: string, version: number, by: string | null) {
  const found = await database
    .selectFrom('registrationReview')
    .select('organizationId')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw problem('not-found')
  // Locks the organization first, as a registration does: whether it has an admin must not change meanwhile.
  await lockTeam(database, found.organizationId)
  const review = await database
    .selectFrom('registrationReview')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!review || (by !== null && (review.kind !== 'join' || review.organizationId !== by))) throw problem('not-found')
  if (review.version !== version)
    throw problem('stale-version', by === null ? { extra: { current: await getReview(database, id) } } : {})
  return review
}

const findApplicant = (database: Database, review: Decided) =>
  database
    .selectFrom(accountPerson.as('applicant'))
    .select(['email', 'language', 'firstName', 'approvedOn'])
    .where('id', '=', review.accountId)
    .executeTakeFirstOrThrow()

/** Who decides: a platform admin, or an organization's admin about requests to join it. */
export interface Decider {
  accountId: string
  organizationId: string | null
}

/**
 * Approves a registration, asks for more information, or refuses it, and notifies the applicant. Of two decisions on
 * one version, the second is rejected.
 * @throws problem not-found, stale-version (with the current registration), illegal-transition
 */
export async function decideReview(
  { database, config }: { database: Database; config: Config },
  id: string,
  given: NewDecision,
  by: Decider,
) {
  const { accountId: actorId } = by
  await database.transaction().execute(async (transaction) => {
    const review = await lockReview(transaction, id, given.version, by.organizationId)
    const status = statusAfter(review.status, given.decision)
    if (!status) throw problem('illegal-transition')
    await transaction
      .updateTable('registrationReview')
      .set({ status, version: review.version + 1 })
      .where('id', '=', id)
      .execute()
    const reason = given.reason || null
    const { id: decisionId } = await transaction
      .insertInto('registrationDecision')
      .values({ reviewId: id, decision: given.decision, reason, decidedBy: actorId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const applicant = await findApplicant(transaction, review)
    // Whose address the directory gave was admitted when they registered: approving says only that it was right.
    const isKnown = given.decision === 'approve' && review.kind === 'invited' && applicant.approvedOn !== null
    const isAdmitted = given.decision === 'approve' && !isKnown
    const role = isAdmitted ? await admitApplicant(transaction, config, review, given.role) : null
    if (given.decision === 'refuse') await turnAway(transaction, review)
    if (status === 'refused' || status === 'more-asked') await settleClaim(transaction, review.accountId, status)
    if (!isKnown)
      await sendDecision(transaction, config, applicant, {
        decisionId,
        kind: review.kind,
        decision: given.decision,
        reason,
        organizationName: await getOrganizationName(transaction, review.organizationId),
        firstName: applicant.firstName,
      })
    await recordAudit(transaction, {
      actorId,
      action: `registration-${given.decision}`,
      subjectType: 'registration-review',
      subjectId: id,
      detail: { accountId: review.accountId, organizationId: review.organizationId, ...(role ? { role } : {}) },
    })
    await publishReview(transaction, review)
  })
}
