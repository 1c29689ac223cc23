import { type RawBuilder, sql } from 'kysely'
import { listTextNumbers } from '#casework/consent-texts/server/consent-texts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { columnName } from '#platform/server/column-name.ts'
import { columnsOf } from '#platform/server/columns.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import { Consent, type ConsentShown } from '../consent.ts'

/** A person's consents, newest first. @param options.isLocked keeps them from being withdrawn until the transaction ends */
export const listConsents = (
  database: Database,
  contactId: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<Consent[]> =>
  database
    .selectFrom('consent')
    .select(columnsOf(Consent))
    .where('contactId', '=', contactId)
    .orderBy('recordedOn', 'desc')
    .orderBy('id')
    .$if(isLocked, (query) => query.forShare())
    .modifyEnd(prepared)
    .execute() as Promise<Consent[]>

/** Whose consent it is. */
export const findConsentContact = async (database: Database, id: string) =>
  (await database.selectFrom('consent').select('contactId').where('id', '=', id).executeTakeFirst())?.contactId

export async function listConsentsShown(database: Database, contactId: string): Promise<ConsentShown[]> {
  const consents = await listConsents(database, contactId)
  const ids = [...new Set(consents.flatMap((consent) => consent.recipientIds))]
  const organizations = ids.length
    ? await database
        .selectFrom(organizationNames.as('organization'))
        .select(['id', 'name'])
        .where('id', 'in', ids)
        .orderBy('name')
        .execute()
    : []
  const numbers = await listTextNumbers(database, [
    ...new Set(consents.flatMap(({ textId }) => (textId ? [textId] : []))),
  ])
  return consents.map((consent) => ({
    ...consent,
    textNumber: numbers.get(consent.textId ?? '') ?? null,
    recipients: organizations.filter(({ id }) => consent.recipientIds.includes(id)),
  }))
}

const consentColumns = sql.raw(columnsOf(Consent).map(columnName).join(', '))

/**
 * Prevents other transactions from withdrawing the consents of these people until this one ends.
 * @param contactIds or a statement that selects them
 * @returns them, newest first
 */
export async function lockConsents(
  database: Database,
  contactIds: readonly string[] | RawBuilder<unknown>,
  strength: 'share' | 'update' = 'share',
): Promise<Consent[]> {
  const { rows } = await sql<Consent>`select ${consentColumns} from consent
    where contact_id in (${Array.isArray(contactIds) ? sql`select unnest(${contactIds}::uuid[])` : contactIds})
    order by contact_id, id for ${strength === 'share' ? sql`share` : sql`no key update`} ${prepared}`.execute(database)
  return rows.sort((one, other) => other.recordedOn.localeCompare(one.recordedOn) || one.id.localeCompare(other.id))
}

/** When a consent of a person was last recorded or withdrawn. @param contactId in SQL */
export const lastConsentOn = (contactId: RawBuilder<unknown>) =>
  sql<string | null>`(select max(greatest(given.recorded_on, given.withdrawn_on))
    from consent given where given.contact_id = ${contactId})`

/** How many of these there are. One that is under review or was refused is known only to itself. */
export const countOrganizations = async (database: Database, ids: readonly string[], chooserId: string | null) =>
  ids.length === 0
    ? 0
    : Number(
        (
          await database
            .selectFrom(organizationNames.as('organization'))
            .select(sql<number>`count(*)`.as('count'))
            .where('id', 'in', ids)
            .where((eb) => eb.or([eb('standing', 'not in', ['pending', 'refused']), eb('id', '=', chooserId)]))
            .executeTakeFirstOrThrow()
        ).count,
      )
