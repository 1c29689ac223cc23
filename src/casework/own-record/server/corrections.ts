import { type RawBuilder, sql } from 'kysely'
import { getServedPerson, publishContact, recordReading } from '#casework/clients/server/clients-public.ts'
import { notifyKeepers } from '#casework/referral-notices/server/referral-notices-public.ts'
import { lockContact } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { MOST_OPEN, type NewCorrection } from '../own-record.ts'
import type { Whose } from './kept-records.ts'

/** What a person asked to have corrected, newest first. */
export const listCorrections = (database: Database, contactId: string) =>
  database
    .selectFrom('correctionRequest')
    .select(['id', 'text', 'askedOn', 'doneOn'])
    .where('contactId', '=', contactId)
    .orderBy('askedOn', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()

/** When a person last asked for a correction, or one was made. @param contactId in SQL */
export const lastCorrectionOn = (contactId: RawBuilder<unknown>) =>
  sql<string | null>`(select max(greatest(asked.asked_on, asked.done_on))
    from correction_request asked where asked.contact_id = ${contactId})`

/** Deletes what a person asked for, in the caller's transaction. */
export const eraseCorrections = (database: Database, contactId: string) =>
  database.deleteFrom('correctionRequest').where('contactId', '=', contactId).execute()

const countOpen = async (database: Database, contactId: string) =>
  Number(
    (
      await database
        .selectFrom('correctionRequest')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('contactId', '=', contactId)
        .where('doneOn', 'is', null)
        .executeTakeFirstOrThrow()
    ).count,
  )

const auditOf = (actorId: string | null, action: string, contactId: string, correctionId: string) => ({
  actorId,
  action,
  subjectType: 'contact',
  subjectId: contactId,
  detail: { correctionId },
})

/**
 * A person asks the organization to correct their record. Repeating the call asks only once.
 * @throws 404 unless it is their own record, 429 if too many requests are open
 */
export const askCorrection = (
  { database, config }: { database: Database; config: Config },
  whose: Whose,
  { id, text }: NewCorrection,
) =>
  database.transaction().execute(async (transaction) => {
    const { contactId, organizationId, accountId } = await whose(transaction)
    // An erasure either waits for this lock, or has already removed the organization from the record.
    const person = await lockContact(transaction, contactId, 'no-key-update')
    if (!person?.organizationId) throw problem('not-found')
    const added = await transaction
      .insertInto('correctionRequest')
      .values({ id, contactId, organizationId, accountId, text })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return
    if ((await countOpen(transaction, contactId)) > MOST_OPEN) throw problem('too-many-requests')
    await recordAudit(transaction, auditOf(accountId, 'correction.ask', contactId, id))
    await notifyKeepers(transaction, config, {
      ...{ eventId: id, contactId, organizationId, actorId: accountId },
      what: 'correctionAsked',
    })
    await publishContact(transaction, contactId, organizationId)
  })

/** What a person asked for, for the organization that keeps the record. @throws 404 */
export async function listAskedCorrections(database: Database, actor: Actor, contactId: string) {
  await getServedPerson(database, actor, contactId)
  await recordReading(database, actor, contactId)
  return listCorrections(database, contactId)
}

/** Marks a request as done. Safe to repeat: the first one counts. @throws 404 */
export const finishCorrection = (database: Database, actor: Actor, contactId: string, id: string) =>
  database.transaction().execute(async (transaction) => {
    const person = await getServedPerson(transaction, actor, contactId)
    const request = await transaction
      .selectFrom('correctionRequest')
      .select('doneOn')
      .where('id', '=', id)
      .where('contactId', '=', contactId)
      .forUpdate()
      .executeTakeFirst()
    if (!request) throw problem('not-found')
    if (request.doneOn) return
    await transaction
      .updateTable('correctionRequest')
      .set({ doneOn: new Date().toISOString(), doneBy: actor.accountId })
      .where('id', '=', id)
      .execute()
    await recordAudit(transaction, auditOf(actor.accountId, 'correction.done', contactId, id))
    await publishContact(transaction, contactId, person.organizationId)
  })
