import { sql } from 'kysely'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { Consent, type ConsentShown } from '../consent.ts'

/** A person's consents, newest first. */
export const listConsents = (database: Database, contactId: string): Promise<Consent[]> =>
  database
    .selectFrom('consent')
    .select(columnsOf(Consent))
    .where('contactId', '=', contactId)
    .orderBy('recordedOn', 'desc')
    .orderBy('id')
    .execute() as Promise<Consent[]>

export async function listConsentsShown(database: Database, contactId: string): Promise<ConsentShown[]> {
  const consents = await listConsents(database, contactId)
  const ids = [...new Set(consents.flatMap((consent) => consent.recipientIds))]
  const organizations = ids.length
    ? await database.selectFrom('organization').select(['id', 'name']).where('id', 'in', ids).orderBy('name').execute()
    : []
  return consents.map((consent) => ({
    ...consent,
    recipients: organizations.filter(({ id }) => consent.recipientIds.includes(id)),
  }))
}

export const countOrganizations = async (database: Database, ids: readonly string[]) =>
  ids.length === 0
    ? 0
    : Number(
        (
          await database
            .selectFrom('organization')
            .select(sql<number>`count(*)`.as('count'))
            .where('id', 'in', ids)
            .executeTakeFirstOrThrow()
        ).count,
      )
