import { type RawBuilder, sql } from 'kysely'
import { deleteDeliveries, deleteDeliveriesOf } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { nameServices } from '#directory/services/server/directory-public.ts'
import { rowsOfPerson } from '#identity/people/person-rows.ts'
import { listPhones } from '#identity/people/server/people-public.ts'
import { dialable } from '#platform/schema/phone-number.ts'
import type { Database } from '#platform/server/database.ts'
import { eraseMessages, messagesWhere } from '#platform/server/message-life.ts'

/** What other features may use of lists of services. */
export { linesToGo, placeToGo } from './write-sheet.ts'

/**
 * Deletes the lists for a person with their links and answers, and messages to them that wait to be sent, in the caller's
 * transaction. Comes before the record is blanked, which has their numbers.
 */
export async function eraseLists(database: Database, { id, email }: { id: string; email: string | null }) {
  const phones = await listPhones(database, id)
  const to = [...(email ? [email] : []), ...phones.map(({ phoneNumber }) => dialable(phoneNumber))]
  const { rows } = await sql<{ id: string }>`
    select link.id from service_list_link link join service_list list on list.id = link.list_id
    where list.contact_id = ${id}::uuid`.execute(database)
  await deleteDeliveries(
    database,
    rows.map((link) => link.id),
  )
  await database.deleteFrom('serviceList').where('contactId', '=', id).execute()
  const isToThem: RawBuilder<boolean> = sql`kind = 'service-list' and lower(recipient) = any (${to.map((one) => one.toLowerCase())}::text[])`
  if (!to.length) return
  // A list that names nobody, or now somebody else, may have been sent to them.
  await deleteDeliveriesOf(database, messagesWhere(isToThem))
  await eraseMessages(database, isToThem)
}

/** The IDs of the lists that were made for a person, in no order. */
export const listListIds = async (database: Database, contactId: string) =>
  (await database.selectFrom('serviceList').select('id').where('contactId', '=', contactId).execute()).map(
    ({ id }) => id,
  )

/** The lists that were made for a person, newest first, with their notes. */
export async function listPersonLists(database: Database, contactId: string) {
  const lists = await database
    .selectFrom('serviceList')
    .select(['id', 'createdOn', 'language'])
    .where('contactId', '=', contactId)
    .orderBy('createdOn', 'desc')
    .execute()
  if (!lists.length) return []
  const ids = lists.map(({ id }) => id)
  const entries = await database
    .selectFrom('serviceListEntry')
    .select(['listId', 'serviceId', 'note'])
    .where('listId', 'in', ids)
    .orderBy('position')
    .execute()
  const links = await database
    .selectFrom('serviceListLink')
    .select(['listId', 'channel', 'createdOn'])
    .where('listId', 'in', ids)
    .orderBy('createdOn')
    .execute()
  const names = await nameServices(
    database,
    entries.map(({ serviceId }) => serviceId),
  )
  return lists.map(({ id, ...list }) => ({
    ...list,
    services: entries.flatMap(({ listId, serviceId, note }) =>
      listId === id ? [{ name: names.get(serviceId)?.name ?? '', note }] : [],
    ),
    shared: links.flatMap(({ listId, channel, createdOn }) => (listId === id ? [{ channel, on: createdOn }] : [])),
  }))
}

/** When a list for a person was last made or changed. @param contactId in SQL */
export const lastListOn = (contactId: RawBuilder<unknown>) =>
  sql<string | null>`(select max(list.changed_on) from service_list list where list.contact_id = ${contactId})`

/** When two people are merged, moves the rows of `service_list` to the remaining record. */
export const listRows = rowsOfPerson('service_list', {
  count: (contactId, since) =>
    sql`select count(*)::integer as count from service_list where contact_id = ${contactId}::uuid and created_on > ${since}::timestamptz`,
  carry: ({ from, into }) =>
    sql`update service_list set contact_id = ${into}::uuid where contact_id = ${from}::uuid returning id`,
  giveBack: ({ from, into }, ids) =>
    sql`update service_list set contact_id = ${from}::uuid where contact_id = ${into}::uuid and id = any(${ids}::uuid[])`,
})
