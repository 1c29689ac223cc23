import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { listTextNumbers } from '#casework/consent-texts/server/consent-texts-public.ts'
import { deleteDeliveries, withArrival } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { eraseMessages } from '#platform/server/message-life.ts'
import { ConsentRequestRow, type ShownConsentRequest, standingOf } from '../consent-request.ts'

/** Without what only a link needs. */
const Listed = ConsentRequestRow.omit({ codeHash: true, formerCodes: true, sessionHash: true, sessionExpiresOn: true })
type Listed = z.infer<typeof Listed>

const idsOf = <Key extends 'textId' | 'askedBy'>(rows: Listed[], key: Key) => [
  ...new Set(rows.flatMap((row) => row[key] ?? [])),
]

/** The requests to a person, newest first, as staff see them. */
export const listShownRequests = async (database: Database, contactId: string): Promise<ShownConsentRequest[]> =>
  withArrival(database, await listRequestsOf(database, contactId))

/** The requests to a person, newest first, as their own copy shows them too. */
export async function listRequestsOf(
  database: Database,
  contactId: string,
): Promise<Omit<ShownConsentRequest, 'notArrived'>[]> {
  const rows = (await database
    .selectFrom('consentRequest')
    .select(columnsOf(Listed))
    .where('contactId', '=', contactId)
    .orderBy('askedOn', 'desc')
    .orderBy('id')
    .limit(50)
    .execute()) as Listed[]
  if (rows.length === 0) return []
  const recipientIds = [...new Set(rows.flatMap((row) => row.recipientIds))]
  const [organizations, people, numbers] = [
    recipientIds.length
      ? await database
          .selectFrom(organizationNames.as('organization'))
          .select(['id', 'name'])
          .where('id', 'in', recipientIds)
          .orderBy('name')
          .execute()
      : [],
    await namesOf(database, idsOf(rows, 'askedBy')),
    await listTextNumbers(database, idsOf(rows, 'textId')),
  ]
  return rows.map(({ contactId: _, askedBy, textId, triesLeft, answer, consentId: __, ...row }) => ({
    ...row,
    standing: standingOf({ ...row, triesLeft, answer }),
    recipients: organizations.filter(({ id }) => row.recipientIds.includes(id)),
    textNumber: numbers.get(textId) ?? null,
    askedByName: people.get(askedBy ?? '') ?? null,
  }))
}

async function namesOf(database: Database, accountIds: string[]) {
  const people = accountIds.length
    ? await database
        .selectFrom(accountPerson.as('person'))
        .select(['person.id', 'person.name'])
        .where('person.id', 'in', accountIds)
        .execute()
    : []
  return new Map(people.map(({ id, name }) => [id, name]))
}

/** When a person was last asked for a consent, or opened or answered such a request. @param contactId in SQL */
export const lastConsentRequestOn = (contactId: RawBuilder<unknown>) =>
  sql<string | null>`(select max(greatest(asked.sent_on, asked.opened_on, asked.answered_on))
    from consent_request asked where asked.contact_id = ${contactId})`

/** Deletes the requests to a person, and takes back what was sent of them, in the transaction of their erasure. */
export async function eraseConsentRequests(database: Database, contactId: string) {
  await eraseMessages(
    database,
    sql<boolean>`message_key in (select concat_ws(':', 'consent-link', id, n) from consent_request, generate_series(1, sends) n
      where contact_id = ${contactId}::uuid)`,
  )
  const gone = await database.deleteFrom('consentRequest').where('contactId', '=', contactId).returning('id').execute()
  await deleteDeliveries(
    database,
    gone.map(({ id }) => id),
  )
}
