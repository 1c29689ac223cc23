import { sql } from 'kysely'
import type { Need } from '#directory/needs/need.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, runAct } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { openStatuses } from '../referral-machine.ts'
import { endedWithoutHelp, maySeeReferral, nobodyToHelp, partiesOf } from '../referral-policy.ts'
import { wasTakenFirst } from './first-acceptance.ts'
import { lockCase } from './lock-case.ts'
import { publishReferral } from './notify-step.ts'
import type { ReferralServices } from './referral-context.ts'
import { findReferralRow, findRequest, insertStep, updateReferral } from './referral-queries.ts'

/**
 * Over `referral`: it was declined, expired or closed without help, nobody decided to stop trying, and there is no
 * other try for the same need. Of several such referrals of one request, it is the last one.
 */
const isLastTry = sql<boolean>`(referral.status = any(${[...endedWithoutHelp]}::text[]) and referral.settled_on is null
  and referral.snapshot is not null
  and not exists (select from referral other where other.request_id = referral.request_id and other.id <> referral.id
    and (other.status = any(${['Draft', 'Closed: Resolved', ...openStatuses]}::text[])
      or (other.sent_on > referral.status_changed_on and other.status <> 'Entered In Error')
      or (other.status = any(${[...endedWithoutHelp]}::text[])
        and (other.status_changed_on, other.id) > (referral.status_changed_on, referral.id)))))`

/** Over `referral`: somebody still looks for help for its need. */
export const waitsForNextTry = sql<boolean>`(${isLastTry}
  and (referral.status <> 'Closed: Unresolved' or coalesce(referral.reason, '') <> all(${[...nobodyToHelp]}::text[])))`

/** The last of several tries for a need, if all have ended and none helped. */
export async function findLastTry(database: Database, requestId: string) {
  const { rows } = await sql<{
    id: string
  }>`select id from referral where request_id = ${requestId}::uuid and ${isLastTry}`.execute(database)
  return rows[0]?.id
}

async function mayBeSettled(database: Database, id: string) {
  const { rows } = await sql<{
    isLast: boolean
  }>`select ${isLastTry} as is_last from referral where id = ${id}::uuid`.execute(database)
  return rows[0]?.isLast === true
}

export async function needsNextTry(database: Database, id: string) {
  const { rows } = await sql<{
    waits: boolean
  }>`select ${waitsForNextTry} as waits from referral where id = ${id}::uuid`.execute(database)
  return rows[0]?.waits === true
}

/** What is looked for after a referral that ended without help, and what was tried for it. */
export interface NextTry {
  contactId: string
  need: Need
  senderOrganizationId: string
  /**
   * services that were asked, and organizations that were asked as a whole; not those that did not come to answer
   * because another one accepted first
   */
  tried: { serviceIds: string[]; organizationIds: string[] }
  /** organizations that said for this need that they cannot help */
  refusedBy: string[]
}

/**
 * For the sender of a referral that waits for another try; null if it does not.
 * @throws 404 if the actor may not see it, 403 if they are not the sender
 */
export async function readNextTry(database: Database, actor: Actor, id: string): Promise<NextTry | null> {
  const row = await findReferralRow(database, id)
  const who = row ? partiesOf(actor, row) : []
  if (!row || !maySeeReferral(who, row)) throw problem('not-found')
  if (!who.includes('sender')) throw problem('forbidden')
  const request = await findRequest(database, row.requestId)
  if (!request || !(await needsNextTry(database, id))) return null
  const tries = await database
    .selectFrom('referral')
    .select(['serviceId', 'recipientOrganizationId', 'status'])
    .where('requestId', '=', row.requestId)
    .where('sentOn', 'is not', null)
    .where('status', '<>', 'Entered In Error')
    .where(sql<boolean>`not ${wasTakenFirst}`)
    .execute()
  return {
    contactId: request.contactId,
    need: request.need,
    senderOrganizationId: row.senderOrganizationId,
    tried: {
      serviceIds: tries.flatMap(({ serviceId }) => serviceId ?? []),
      organizationIds: tries.flatMap(({ serviceId, recipientOrganizationId }) =>
        serviceId ? [] : [recipientOrganizationId],
      ),
    },
    refusedBy: tries.flatMap(({ status, recipientOrganizationId }) =>
      status === 'Declined' || status === 'Closed: Unresolved' ? [recipientOrganizationId] : [],
    ),
  }
}

const LEAST_ANSWERS = 3

/**
 * About how many days these organizations took to answer within half a year, if they answered a few times. Answers by a
 * link from before they were confirmed say nothing.
 */
export async function listAnswerDays(database: Database, organizationIds: string[]) {
  const { rows } = await sql<{ id: string; days: number }>`
    select recipient_organization_id as id,
      percentile_cont(0.5) within group (order by extract(epoch from responded_on - greatest(sent_on, recipient_confirmed_on))) / 86400 as days
    from referral where recipient_organization_id = any (${organizationIds}::uuid[]) and status not in ('Draft', 'Entered In Error')
      and created_on > now() - interval '180 days' and responded_on > greatest(sent_on, recipient_confirmed_on)
      and sender_organization_id <> recipient_organization_id
    group by recipient_organization_id having count(*) >= ${LEAST_ANSWERS}`.execute(database)
  return new Map(rows.map(({ id, days }) => [id, days]))
}

/**
 * The sender decides to stop trying for this need, which stays unmet. Safe to repeat.
 * @throws 404 if the actor may not see it, 403 if they are not the sender, 409 illegal-transition if it is not the last
 * try for its need
 */
export const settleReferral = ({ database }: ReferralServices, actor: Actor, id: string) =>
  runAct(database, (transaction) => settle(transaction, actor, id))

/** {@link settleReferral} in the caller's transaction. */
export async function settle(transaction: Database, actor: Actor, id: string) {
  const { referral } = await lockCase(transaction, id)
  const who = referral ? partiesOf(actor, referral) : []
  if (!referral || !maySeeReferral(who, referral)) throw problem('not-found')
  if (!who.includes('sender')) throw problem('forbidden')
  if (referral.settledOn) return
  if (!(await mayBeSettled(transaction, id))) throw problem('illegal-transition')
  await updateReferral(transaction, referral, { settledOn: new Date().toISOString() }, { isNewVersion: false })
  await insertStep(transaction, {
    referralId: id,
    action: 'settle',
    fromStatus: referral.status,
    toStatus: referral.status,
    actorId: actor.accountId,
    organizationId: actor.organizationId,
  })
  await recordAudit(transaction, {
    actorId: actor.accountId,
    action: 'referral.settle',
    subjectType: 'referral',
    subjectId: id,
  })
  await publishReferral(transaction, referral)
}
