import { publishContact } from '#casework/clients/server/clients-public.ts'
import {
  findIssuedVersion,
  findPublishedVersion,
  getForm,
  readVersion,
} from '#casework/intake-forms/server/intake-forms-public.ts'
import { deleteDeliveriesOn } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { findContactRow, lockContact } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { Intake, LinkIntake, NewIntake } from '../intake.ts'
import { mayFillIn } from '../intake-policy.ts'
import { findIntake, getIntake, getPerson, listAnswers, showIntake, valuesOf } from './intake-queries.ts'
import { lostAnswers } from './move-intake.ts'

/**
 * The person and the version for a new intake: the one in use, or the one whose questions a device asked meanwhile.
 * @throws 403, 404, 400 at `formId` if the form is not in use
 */
async function prepare(
  transaction: Database,
  actor: Actor,
  { formId, contactId, begun }: Pick<NewIntake, 'formId' | 'contactId' | 'begun'>,
) {
  // An erasure at the same moment happens before, or waits.
  await lockContact(transaction, contactId, 'share')
  const { organizationId } = await getPerson(transaction, actor, contactId)
  const form = await getForm(transaction, actor, formId)
  const inUse = form.archivedOn ? undefined : await findPublishedVersion(transaction, formId)
  // What a person answered is not refused because the form changed since.
  const version = begun ? await findIssuedVersion(transaction, formId, begun.versionId) : inUse
  if (!version || !organizationId) throw fieldProblem('formId', 'form-not-in-use')
  return { organizationId, versionId: version.id }
}

/**
 * Begins an intake that the person fills in through a link, in the caller's transaction. It is never shared with a draft
 * of the staff.
 * @returns its ID
 * @throws 403, 404, 400 at `formId`
 */
export async function startLinkIntake(transaction: Database, actor: Actor, call: LinkIntake): Promise<string> {
  const { formId, contactId, language } = call
  const { id } = await transaction
    .insertInto('intake')
    .values({
      formId,
      contactId,
      language,
      ...(await prepare(transaction, actor, call)),
      way: 'link',
      startedBy: actor.accountId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Begins an intake, or continues the draft that a colleague began for the same person on the same form: such a draft
 * moves to the version in use if no answer is lost. What a device began keeps the version that it asked, beside a draft
 * of another version. Safe to repeat: what a device began keeps the device's ID.
 * @throws 403, 404, 400 at `formId` if the form is not in use, 409 if the ID belongs to another intake
 */
export const startIntake = (database: Database, actor: Actor, call: NewIntake) =>
  database.transaction().execute(async (transaction): Promise<Intake> => {
    const { formId, begun } = call
    // A record that was merged meanwhile leads to the one that stayed.
    const contactId = (await findContactRow(transaction, call.contactId))?.mergedInto ?? call.contactId
    const place = { contactId, ...(await prepare(transaction, actor, { ...call, contactId })) }
    const findSent = async () => {
      const sent = begun && (await findIntake(transaction, actor, begun.id))
      if (sent && (sent.contactId !== contactId || sent.formId !== formId)) throw problem('conflict')
      return sent?.id
    }
    const id =
      (await addIntake(transaction, actor, call, place)) ??
      (await findSent()) ??
      (await findShared(transaction, actor, place, call)) ??
      (begun && (await addIntake(transaction, actor, call, { ...place, isApart: true }))) ??
      // The same call arrived twice at once.
      (await findSent())
    // The ID of an intake elsewhere.
    if (!id) throw problem('conflict')
    return showIntake(transaction, actor, id)
  })

/** @returns the ID; undefined if there is a draft to share, or if a device's ID is taken */
async function addIntake(
  transaction: Database,
  actor: Actor,
  { formId, language, begun }: NewIntake,
  place: { contactId: string; organizationId: string; versionId: string; isApart?: boolean },
) {
  const { contactId, organizationId } = place
  const added = await transaction
    .insertInto('intake')
    .values({
      ...{ formId, language, ...place },
      ...{ way: 'staff', startedBy: actor.accountId, ...(begun && { id: begun.id }) },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return undefined
  await recordAudit(transaction, {
    ...{ actorId: actor.accountId, action: 'intake.start', subjectType: 'intake', subjectId: added.id },
    detail: { formId, contactId },
  })
  await publishContact(transaction, contactId, organizationId)
  return added.id
}

/**
 * The draft that the staff share for a person on a form. It moves on to the version in use if no answer is lost; not
 * under answers that a device gave to its version.
 */
async function findShared(
  transaction: Database,
  actor: Actor,
  { contactId }: { contactId: string },
  { formId, begun }: NewIntake,
) {
  const draft = await transaction
    .selectFrom('intake')
    .select(['id', 'versionId'])
    .where('contactId', '=', contactId)
    .where('formId', '=', formId)
    .where('state', '=', 'draft')
    .where('way', '=', 'staff')
    .where('isApart', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!draft || (begun && draft.versionId !== begun.versionId)) return undefined
  if (!begun) await moveOn(transaction, actor, draft.id, { isForced: false })
  return draft.id
}

/** Moves a draft to the version in use. Safe to repeat. @param isForced also if answers are lost */
async function moveOn(database: Database, actor: Actor, id: string, { isForced }: { isForced: boolean }) {
  const intake = await getIntake(database, actor, id, { lock: true })
  if (!mayFillIn(intake, actor.accountId)) throw problem('forbidden')
  const newer = await findPublishedVersion(database, intake.formId)
  if (intake.state !== 'draft' || !newer || newer.id === intake.versionId) return
  const { definition } = await readVersion(database, intake.versionId)
  const lost = lostAnswers(definition, newer.definition, valuesOf(await listAnswers(database, id)))
  if (lost.length && !isForced) return
  if (lost.length)
    await database.deleteFrom('intakeAnswer').where('intakeId', '=', id).where('itemKey', 'in', lost).execute()
  await database.updateTable('intake').set({ versionId: newer.id }).where('id', '=', id).execute()
  await recordAudit(database, {
    ...{ actorId: actor.accountId, action: 'intake.move', subjectType: 'intake', subjectId: id },
    detail: { version: newer.number, lost },
  })
}

/** Moves a draft to the version in use, although some answers have no place there. Safe to repeat. @throws 403, 404 */
export const moveIntake = (database: Database, actor: Actor, id: string) =>
  database.transaction().execute(async (transaction): Promise<Intake> => {
    await moveOn(transaction, actor, id, { isForced: true })
    return showIntake(transaction, actor, id)
  })

/**
 * Marks an intake as entered in error; it stays in the record, and counts nowhere. Safe to repeat.
 * @throws problem conflict if a need of it was taken up
 */
export const voidIntake = (database: Database, actor: Actor, id: string, reason: string) =>
  database.transaction().execute(async (transaction): Promise<Intake> => {
    const intake = await getIntake(transaction, actor, id, { lock: true })
    if (intake.state !== 'void') {
      const needs = await transaction.selectFrom('intakeNeed').select('requestId').where('intakeId', '=', id).execute()
      if (needs.some(({ requestId }) => requestId)) throw problem('conflict')
      await transaction
        .updateTable('intake')
        .set({ state: 'void', voidReason: reason, changedOn: new Date().toISOString() })
        .where('id', '=', id)
        .execute()
      await deleteDeliveriesOn(transaction, { page: 'intakes', pageId: id })
      await transaction.deleteFrom('intakeNeed').where('intakeId', '=', id).execute()
      await recordAudit(transaction, {
        ...{ actorId: actor.accountId, action: 'intake.void', subjectType: 'intake', subjectId: id },
      })
      await publishContact(transaction, intake.contactId, intake.organizationId)
    }
    return showIntake(transaction, actor, id)
  })
