import { sql } from 'kysely'
import { recordAccess } from '#casework/clients/server/clients-public.ts'
import { answersToShare, type CompletedIntake, listCompleted } from '#casework/intakes/server/intakes-public.ts'
import { lockToShare, readableContact } from '#casework/referrals/server/referrals-public.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import type { ShareCall, SharedIntakes } from '../shared-intake.ts'
import { sharedIntakeProblem } from './shared-intake-problem.ts'

interface Services {
  database: Database
  /** of the portal: the ages in conditions of a form are those of its day */
  timeZone: string
}

/** What was shared with a referral; for its sender also what could be. Records the access. @throws 404 */
export async function listShared(
  { database, timeZone }: Services,
  actor: Actor,
  referralId: string,
): Promise<SharedIntakes> {
  const { contactId, isSender } = await readableContact(database, actor, referralId)
  const { rows } = await sql<SharedIntakes['items'][number] & { intakeId: string | null }>`
    select id, intake_id, title, completed_on, answers, left_out, shared_on, ended_on, ${accountName(sql`shared_by`)} as shared_by_name
    from shared_intake where referral_id = ${referralId}::uuid
      and (ended_on is null or ${isSender}) order by shared_on, id`.execute(database)
  if (rows.length) await recordAccess(database, actor, [contactId], { way: 'referral', referralId })
  const completed = isSender ? await listCompleted(database, contactId) : []
  return {
    items: rows,
    shareable: completed
      .filter(({ id }) => !rows.some(({ intakeId, endedOn }) => intakeId === id && !endedOn))
      .map((intake) => shareable(intake, timeZone)),
    nextCursor: null,
  }
}

function shareable(intake: CompletedIntake, timeZone: string) {
  const answers = answersToShare(intake, timeZone)
  const sensitive = answers.filter(({ isSensitive }) => isSensitive)
  return {
    ...{ id: intake.id, title: intake.title, completedOn: intake.completedOn },
    ...{ answerCount: answers.length - sensitive.length, sensitive },
  }
}

/**
 * Shares an intake with the recipient of a referral, as it is now: answers to sensitive questions only if they are
 * named. Safe to repeat: what was shared once stays as it was, unless a withdrawal ended it.
 * @throws 403, 404, 409 illegal-transition, problem intake-not-covered, 400 at `intakeId`
 */
export const shareIntake = ({ database, timeZone }: Services, actor: Actor, referralId: string, call: ShareCall) =>
  database.transaction().execute(async (transaction): Promise<SharedIntakes> => {
    const { contactId, isCovered, publish } = await lockToShare(transaction, actor, referralId)
    if (!isCovered) throw sharedIntakeProblem('intake-not-covered')
    const intake = (await listCompleted(transaction, contactId)).find(({ id }) => id === call.intakeId)
    if (!intake) throw fieldProblem('intakeId', 'unknown-intake')
    const all = answersToShare(intake, timeZone)
    const chosen = all.filter(({ key, isSensitive }) => !isSensitive || call.sensitive.includes(key))
    const answers = chosen.map(({ key, question, answer }) => ({ key, question, answer }))
    const shared = {
      ...{ completedOn: intake.completedOn, sharedBy: actor.accountId, leftOut: all.length - chosen.length },
      title: sql<never>`${JSON.stringify(intake.title)}::jsonb`,
      answers: sql<never>`${JSON.stringify(answers)}::jsonb`,
      ...{ sharedOn: new Date().toISOString(), endedOn: null },
    }
    const added = await transaction
      .insertInto('sharedIntake')
      .values({ ...shared, referralId, contactId, intakeId: intake.id })
      .onConflict((conflict) =>
        conflict.columns(['referralId', 'intakeId']).doUpdateSet(shared).where('sharedIntake.endedOn', 'is not', null),
      )
      .returning('id')
      .executeTakeFirst()
    if (added) {
      await recordAudit(transaction, {
        ...{ actorId: actor.accountId, action: 'referral.shareIntake', subjectType: 'referral', subjectId: referralId },
        detail: { intakeId: intake.id, sensitive: call.sensitive.length },
      })
      await publish()
    }
    return listShared({ database: transaction, timeZone }, actor, referralId)
  })

/** Deletes what was shared of a person's intakes, in the erasure's transaction. */
export const eraseSharedIntakes = (database: Database, contactId: string) =>
  database.deleteFrom('sharedIntake').where('contactId', '=', contactId).execute()

/** What was shared of a person's intakes, for their own copy. */
export const listPersonShared = (database: Database, contactId: string) =>
  database
    .selectFrom('sharedIntake')
    .select(['referralId', 'title', 'sharedOn', 'answers', 'leftOut'])
    .where('contactId', '=', contactId)
    .orderBy('sharedOn')
    .execute()
