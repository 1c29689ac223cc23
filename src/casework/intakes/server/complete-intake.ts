import { sql } from 'kysely'
import { publishContact } from '#casework/clients/server/clients-public.ts'
import { evaluateForm } from '#casework/intake-forms/evaluate-form.ts'
import { findVersionInUse, readVersion } from '#casework/intake-forms/server/intake-forms-public.ts'
import { deleteDeliveriesOn } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { openNeed } from '#casework/referrals/server/referrals-public.ts'
import type { Need } from '#directory/needs/need.ts'
import { lockContact } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { Intake, IntakeRow } from '../intake.ts'
import { mayFillIn } from '../intake-policy.ts'
import { intakeProblem } from './intake-problem.ts'
import { getIntake, listAnswers, showIntake, valuesOf } from './intake-queries.ts'

/**
 * Completes an intake that the caller has locked: from then on its answers stay, and the needs that it raised wait to be
 * taken up. Safe to repeat.
 * @param accountId null for the person, through a link
 * @param today as `2026-11-23`
 * @throws problem intake-incomplete with the questions that have no answer, intake-closed; 403 for staff where the person
 * answers through a link
 */
export async function completeIntake(database: Database, intake: IntakeRow, accountId: string | null, today: string) {
  if (!mayFillIn(intake, accountId)) throw problem('forbidden')
  if (intake.state === 'complete') return
  if (intake.state !== 'draft') throw intakeProblem('intake-closed')
  const { definition } = await readVersion(database, intake.versionId)
  const found = evaluateForm(definition, valuesOf(await listAnswers(database, intake.id)), today)
  if (found.missing.length)
    throw intakeProblem('intake-incomplete', {
      errors: found.missing.map((path) => ({ path, message: 'answer-missing' })),
    })
  const { scores, needs } = found
  await database
    .updateTable('intake')
    .set({
      state: 'complete',
      result: sql`${JSON.stringify({ scores, needs })}::jsonb`,
      completedBy: accountId,
      completedOn: new Date().toISOString(),
    })
    .where('id', '=', intake.id)
    .execute()
  await deleteDeliveriesOn(database, { page: 'intakes', pageId: intake.id })
  if (needs.length)
    await database
      .insertInto('intakeNeed')
      .values(needs.map(({ need, item }) => ({ intakeId: intake.id, need, itemKey: item })))
      .execute()
  await recordAudit(database, {
    ...{ actorId: accountId, action: 'intake.complete', subjectType: 'intake', subjectId: intake.id },
    detail: { needs: needs.length },
  })
  await publishContact(database, intake.contactId, intake.organizationId)
}

/**
 * What was completed without a connection was not checked against a form that changed meanwhile: somebody looks first.
 * @param asked the version whose questions were asked
 * @throws problem form-changed
 */
export async function requireVersionInUse(database: Database, intake: IntakeRow, asked: string) {
  if (intake.state !== 'draft') return
  const inUse = await findVersionInUse(database, intake.formId)
  if (inUse !== asked || intake.versionId !== asked) throw intakeProblem('form-changed')
}

/**
 * Makes a need that an intake raised an open need of the person; nothing is sent. If the organization already has this
 * need open for them, it is that one. Safe to repeat.
 * @throws 404 if the intake did not raise this need
 */
export const takeUpNeed = (database: Database, actor: Actor, id: string, need: Need) =>
  database.transaction().execute(async (transaction): Promise<Intake> => {
    const { contactId } = await getIntake(transaction, actor, id)
    // An erasure also locks the person before their intakes.
    await lockContact(transaction, contactId, 'no-key-update')
    await getIntake(transaction, actor, id, { lock: true })
    const raised = await transaction
      .selectFrom('intakeNeed')
      .select('requestId')
      .where('intakeId', '=', id)
      .where('need', '=', need)
      .executeTakeFirst()
    if (!raised) throw problem('not-found')
    if (!raised.requestId) {
      const requestId = await openNeed(transaction, actor, { contactId, need })
      await transaction
        .updateTable('intakeNeed')
        .set({ requestId, takenUpBy: actor.accountId, takenUpOn: new Date().toISOString() })
        .where('intakeId', '=', id)
        .where('need', '=', need)
        .execute()
    }
    return showIntake(transaction, actor, id)
  })
