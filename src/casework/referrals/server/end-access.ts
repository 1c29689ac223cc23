import { sql } from 'kysely'
import type { ConsentUse } from '#casework/clients/consent-use.ts'
import type { ConsentUsers } from '#casework/clients/server/clients-public.ts'
import { notifyKeepers } from '#casework/referral-notices/server/referral-notices-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { closedStatuses, findTransition, type ReferralStatus } from '../referral-machine.ts'
import { lockCases } from './lock-case.ts'
import { findReaderByLink } from './notify-by-link.ts'
import { notifyAccessEnded, publishReferral } from './notify-step.ts'
import type { Acting, Product } from './referral-context.ts'
import { insertStep, lockReferral, updateReferral, type WholeReferral } from './referral-queries.ts'
import { recipientVisibility } from './referral-visibility.ts'
import { refreshSearchText } from './referred-people.ts'
import { move } from './transition-referral.ts'

/** Somebody whom a referral is also for, and whose details rest on a consent. */
const otherRestsOn = (consentId: string) =>
  sql`other.consent_id = ${consentId}::uuid and other.details_ended_on is null and other.snapshot is not null`

/** Referrals that are based on a consent, for their person or another one, and show the details to their recipient. */
const restsOn = (consentId: string) => sql`(referral.consent_id = ${consentId}::uuid
    or referral.id in (select other.referral_id from referral_person other where ${otherRestsOn(consentId)}))
  and referral.sender_organization_id <> referral.recipient_organization_id and ${recipientVisibility} = 'whole'`

const stageOf = (status: ReferralStatus): ConsentUse['stage'] =>
  closedStatuses.includes(status) ? 'closed' : status === 'Sent' || status === 'In Review' ? 'unanswered' : 'open'

async function list(database: Database, consentId: string, alsoIds: string[]): Promise<ConsentUse[]> {
  const { rows } = await sql<{ id: string; status: ReferralStatus; sentOn: string; organizationName: string }>`
    select referral.id, referral.status, referral.sent_on, organization.name as organization_name
    from referral join ${organizationNames.as('organization')} on organization.id = recipient_organization_id
    where (${restsOn(consentId)}) or (referral.id = any(${alsoIds}::uuid[]) and ${recipientVisibility} = 'whole')
    order by referral.sent_on desc, referral.id`.execute(database)
  return rows.map(({ status, ...row }) => ({ ...row, stage: stageOf(status) }))
}

/** Leaves the recipient first name and initial of whoever's details rested on it. @returns the step */
async function endDetails(database: Database, actor: Acting, referral: WholeReferral, consentId: string) {
  const isOfPerson = referral.consentId === consentId
  const action = isOfPerson ? ('endDetails' as const) : ('endDetailsOfOther' as const)
  const now = new Date().toISOString()
  await updateReferral(database, referral, isOfPerson ? { detailsEndedOn: now } : {})
  if (!isOfPerson) {
    await sql`update referral_person other set details_ended_on = ${now}
      where other.referral_id = ${referral.id}::uuid and ${otherRestsOn(consentId)}`.execute(database)
    await refreshSearchText(database, referral.id)
  }
  const id = await insertStep(database, {
    referralId: referral.id,
    action,
    fromStatus: referral.status,
    toStatus: referral.status,
    actorId: actor?.accountId ?? null,
    organizationId: actor?.organizationId ?? null,
  })
  await recordAudit(database, {
    actorId: actor?.accountId ?? null,
    action: 'referral.endDetails',
    subjectType: 'referral',
    subjectId: referral.id,
    detail: { consentId },
  })
  await publishReferral(database, referral)
  return { id, action }
}

/** Who sent the referrals that were based on a consent. */
async function listSenders(database: Database, consentId: string) {
  const { rows } = await sql<{ id: string }>`
    select distinct created_by as id from referral where sent_on is not null and created_by is not null
      and (consent_id = ${consentId}::uuid
        or id in (select referral_id from referral_person where consent_id = ${consentId}::uuid))`.execute(database)
  return rows.map(({ id }) => id)
}

/**
 * What happens to referrals when a consent is withdrawn, which the caller's transaction has locked.
 * @param listMore finds referrals of which something else that was shared rests on a consent
 */
export const referralsUnderConsent = (
  product: Product,
  listMore: (database: Database, consentId: string) => Promise<string[]>,
): ConsentUsers => ({
  list: async (database, consentId) => list(database, consentId, await listMore(database, consentId)),
  endAccess: async (transaction, actor, consentId, { recall }) => {
    // All of them before anything changes.
    for (const id of await lockCases(transaction, restsOn(consentId))) {
      const referral = await lockReferral(transaction, id)
      if (!referral) continue
      const transition = findTransition('recall', referral.status, ['sender'])
      // Of a referral that is also for others, these still want help.
      const isRecalled = recall && referral.consentId === consentId && typeof transition === 'object'
      // Without the details, its link no longer opens it.
      const reader = isRecalled ? await findReaderByLink(transaction, referral) : undefined
      const step = await endDetails(transaction, actor, referral, consentId)
      if (isRecalled) {
        const call = { reason: 'consent withdrawn' }
        await move(transaction, product, { referral, actor, who: ['sender'], call, transition, reader })
      } else await notifyAccessEnded(transaction, product, referral, actor, step)
    }
  },
  notifyKeepers: async (transaction, { consentId, ...act }) =>
    notifyKeepers(transaction, product, {
      ...{ ...act, eventId: consentId, what: 'consentWithdrawn' },
      concerned: await listSenders(transaction, consentId),
    }),
})
