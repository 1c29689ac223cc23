import { sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { ConsentText, type DraftCall } from '../consent-text.ts'

const select = (database: Database) => database.selectFrom('consentText').select(columnsOf(ConsentText))

/** All versions, the draft and the newest first. */
export const listConsentTexts = (database: Database): Promise<ConsentText[]> =>
  select(database).orderBy('number', 'desc').execute()

/** The version on which consents are given now. */
export const findCurrentText = (database: Database): Promise<ConsentText | undefined> =>
  select(database).where('publishedOn', 'is not', null).orderBy('number', 'desc').limit(1).executeTakeFirst()

/** A published version. */
export const findPublishedText = (database: Database, id: string): Promise<ConsentText | undefined> =>
  select(database).where('id', '=', id).where('publishedOn', 'is not', null).executeTakeFirst()

/** The numbers of these versions, by their IDs. */
export async function listTextNumbers(database: Database, ids: string[]) {
  const rows = ids.length
    ? await database.selectFrom('consentText').select(['id', 'number']).where('id', 'in', ids).execute()
    : []
  return new Map(rows.map(({ id, number }) => [id, number]))
}

const lockDraft = async (database: Database, version: number) => {
  // Serialized also where there is no draft to lock yet.
  await sql`lock table consent_text in share row exclusive mode`.execute(database)
  const draft = await select(database).where('publishedOn', 'is', null).executeTakeFirst()
  if ((draft?.version ?? 0) !== version) throw problem('stale-version')
  return draft
}
const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`

/** Saves the draft of the next version. @throws problem stale-version */
export const saveDraft = (database: Database, actor: Actor, { title, body, version }: DraftCall) =>
  database.transaction().execute(async (transaction) => {
    const draft = await lockDraft(transaction, version)
    const given = {
      ...{ title: json(title), body: json(body), version: version + 1, changedBy: actor.accountId },
      changedOn: new Date().toISOString(),
    }
    if (draft) await transaction.updateTable('consentText').set(given).where('id', '=', draft.id).execute()
    else
      await transaction
        .insertInto('consentText')
        .values({ ...given, number: sql<number>`(select coalesce(max(number), 0) + 1 from consent_text)` })
        .execute()
    return { items: await listConsentTexts(transaction), nextCursor: null }
  })

/** Publishes the draft, which then never changes; consents are given on it from now on. @throws problem stale-version */
export const publishDraft = (database: Database, actor: Actor, version: number) =>
  database.transaction().execute(async (transaction) => {
    const draft = await lockDraft(transaction, version)
    if (!draft) throw problem('not-found')
    await transaction
      .updateTable('consentText')
      .set({ publishedOn: new Date().toISOString(), changedBy: actor.accountId })
      .where('id', '=', draft.id)
      .execute()
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: 'consentText.publish', subjectType: 'consentText', subjectId: draft.id },
      detail: { number: draft.number },
    })
    return { items: await listConsentTexts(transaction), nextCursor: null }
  })
