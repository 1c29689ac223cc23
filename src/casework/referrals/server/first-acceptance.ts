import { sql } from 'kysely'
import { serviceNames } from '#directory/services/server/directory-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import type { Referral } from '../referral-call.ts'
import { beingWorkedOn, findTransition, type ReferralAction, type ReferralStatus } from '../referral-machine.ts'
import { referralProblem } from './referral-problem.ts'
import type { WholeReferral } from './referral-queries.ts'

/** These compete with other tries for the same need. */
const competing: readonly ReferralAction[] = ['send', 'accept', 'forward', 'reopen', 'undo']

/** Whether an organization works on the need already. */
export const isTaken = async (database: Database, requestId: string) =>
  Boolean(
    await database
      .selectFrom('referral')
      .select('id')
      .where('requestId', '=', requestId)
      .where('status', 'in', [...beingWorkedOn])
      .executeTakeFirst(),
  )

/** Over `referral`: it was recalled because another organization accepted first. */
export const wasTakenFirst = sql<boolean>`(referral.status = 'Recalled' and (
  select step.action from referral_event step where step.referral_id = referral.id
  order by step.sequence desc limit 1) = 'recallTaken')`

/** Whether a referral was recalled because another organization accepted first. */
export const wasTaken = async (database: Database, { id, status }: Pick<WholeReferral, 'id' | 'status'>) =>
  status === 'Recalled' &&
  (
    await database
      .selectFrom('referralEvent')
      .select('action')
      .where('referralId', '=', id)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.action === 'recallTaken'

/**
 * One need is accepted once at a time.
 * @throws problem taken-first to a recipient who comes second, need-taken to a sender
 */
export function checkNotTaken(tries: readonly WholeReferral[], referral: WholeReferral, action: ReferralAction) {
  const isTakenByOther = tries.some(
    (other) => other.id !== referral.id && beingWorkedOn.some((status) => status === other.status),
  )
  if (!competing.includes(action) || !isTakenByOther) return
  throw referralProblem(action === 'accept' || action === 'forward' ? 'taken-first' : 'need-taken')
}

/** The other tries that an acceptance recalls, of all that are locked, and how. */
export const listToRecall = (tries: readonly WholeReferral[], { id }: WholeReferral) =>
  tries.flatMap((referral) => {
    const transition = referral.id === id ? null : findTransition('recall', referral.status, ['system'])
    return typeof transition === 'object' && transition ? [{ referral, transition }] : []
  })

/** The other tries for the same need, for its sender, oldest first; what nobody was ever sent is left out once discarded. */
export async function listSiblings(
  database: Database,
  { id, requestId }: { id: string; requestId: string },
): Promise<Referral['siblings']> {
  const { rows } = await sql<{
    id: string
    status: ReferralStatus
    organizationName: string
    serviceName: string | null
    isSent: boolean
    parentId: string | null
  }>`
    select referral.id, referral.status, organization.name as organization_name, service.name as service_name,
      sent_on is not null as is_sent, parent_id
    from referral join ${organizationNames.as('organization')} on organization.id = recipient_organization_id
    left join ${serviceNames.as('service')} on service.id = service_id
    where request_id = ${requestId}::uuid and referral.status <> 'Entered In Error'
    order by referral.created_on, organization.name, service.name, referral.id ${prepared}`.execute(database)
  const own = rows.find((row) => row.id === id)
  return rows
    .filter((row) => row.id !== id && row.id !== own?.parentId && row.parentId !== id)
    .filter(({ status, isSent }) => status !== 'Recalled' || isSent)
    .map(({ isSent, parentId, ...row }) => row)
}

/** With which other try the need of a draft was accepted last, for its sender. */
export async function findTaker(database: Database, { id, requestId }: { id: string; requestId: string }) {
  const { rows } = await sql<{ id: string; organizationName: string; status: ReferralStatus }>`
    select referral.id, organization.name as organization_name, referral.status
    from referral join referral_event step on step.referral_id = referral.id and step.action = 'accept'
    join ${organizationNames.as('organization')} on organization.id = referral.recipient_organization_id
    where referral.request_id = ${requestId}::uuid and referral.id <> ${id}::uuid and referral.status <> 'Entered In Error'
    order by step.sequence desc limit 1 ${prepared}`.execute(database)
  const [taker] = rows
  if (!taker) return null
  const { status, ...named } = taker
  return { ...named, isAtWork: beingWorkedOn.some((one) => one === status) }
}

/** The referral that an earlier call with the same name made. */
export const findByCall = async (database: Database, accountId: string, callId: string) =>
  (
    await database
      .selectFrom('referral')
      .select('id')
      .where('createdBy', '=', accountId)
      .where('callId', '=', callId)
      .modifyEnd(prepared)
      .executeTakeFirst()
  )?.id

/** Of two identical calls at once, the second waits for the first. */
export const lockCall = (database: Database, callId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`referral-call:${callId}`}, 0)) ${prepared}`.execute(database)
