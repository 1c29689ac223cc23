import { sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { isHeld, maySeeReferral, partiesOf } from '../referral-policy.ts'
import { notifyNudged, publishReferral } from './notify-step.ts'
import type { Product } from './referral-context.ts'
import { referralProblem } from './referral-problem.ts'
import { insertStep, lockReferral } from './referral-queries.ts'

/** Whether the recipient was reminded within a day, by the sender or by the portal. */
const wasReminded = async (database: Database, id: string) =>
  (
    await sql<{ found: boolean }>`select exists (select from referral_event
      where referral_id = ${id}::uuid and action = 'remind' and created_on > now() - interval '1 day') as found`.execute(
      database,
    )
  ).rows[0]?.found === true

/**
 * The sender asks the recipient for an answer, at most once a day, together with the portal's own reminders. The version
 * stays, because nothing that people act on has changed.
 * @throws 404 if the actor may not see it, 403 if they are not the sender, 409 stale-version, illegal-transition if it
 * does not wait for the recipient, or reminded-today
 */
export async function remindRecipient(
  database: Database,
  product: Product,
  actor: Actor,
  { id, version }: { id: string; version: number },
) {
  const referral = await lockReferral(database, id)
  const who = referral ? partiesOf(actor, referral) : []
  if (!referral || !maySeeReferral(who, referral)) throw problem('not-found')
  if (!who.includes('sender')) throw problem('forbidden')
  if (version !== referral.version) throw problem('stale-version')
  if ((referral.status !== 'Sent' && referral.status !== 'In Review') || isHeld(referral))
    throw problem('illegal-transition')
  if (await wasReminded(database, id)) throw referralProblem('reminded-today')
  const stepId = await insertStep(database, {
    referralId: id,
    action: 'remind',
    fromStatus: referral.status,
    toStatus: referral.status,
    actorId: actor.accountId,
    organizationId: actor.organizationId,
  })
  await recordAudit(database, {
    actorId: actor.accountId,
    action: 'referral.remind',
    subjectType: 'referral',
    subjectId: id,
  })
  await notifyNudged(database, product, referral, actor, stepId)
  await publishReferral(database, referral)
}
