import { sql } from 'kysely'
import type { z } from 'zod'
import { shortName } from '#casework/clients/contact-record.ts'
import { withArrival } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { offerOf } from '#casework/safe-contact/safe-contact-policy.ts'
import { findSafeContact } from '#casework/safe-contact/server/safe-contact-public.ts'
import { nameServices } from '#directory/services/server/directory-public.ts'
import { findContactRow, listNames, listPhones } from '#identity/people/server/people-public.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { columnsOf } from '#platform/server/columns.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { type ListedService, type ListQuery, ListRow, type ListSummary, type ServiceList } from '../service-list.ts'
import { mayUseList } from '../service-list-policy.ts'
import type { ReportTopic } from '../shared-answer.ts'

/**
 * A list that this reader may use.
 * @param lock nobody else changes it in this transaction
 * @throws problem not-found
 */
export async function getList(database: Database, actor: Actor, id: string, { lock = false } = {}): Promise<ListRow> {
  const row = await database
    .selectFrom('serviceList')
    .select(columnsOf(ListRow))
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row || !mayUseList(actor, row)) throw problem('not-found')
  return row
}

/** The list to which somebody adds services now; undefined without one. */
export const findCurrentList = (database: Database, { accountId, organizationId }: Actor) =>
  database
    .selectFrom('serviceList')
    .select(columnsOf(ListRow))
    .where('accountId', '=', accountId)
    .where('organizationId', '=', organizationId)
    .where('isCurrent', '=', true)
    .executeTakeFirst()

/** The services of a list in their order. */
export const listEntries = (database: Database, listId: string) =>
  database
    .selectFrom('serviceListEntry')
    .select(['serviceId', 'note'])
    .where('listId', '=', listId)
    .orderBy('position')
    .orderBy('serviceId')
    .execute()

const listAnswers = (database: Database, listId: string) =>
  database
    .selectFrom('serviceListAnswer as answer')
    .innerJoin('serviceListLink as link', 'link.id', 'answer.linkId')
    .select(['answer.serviceId', 'answer.kind', 'answer.topic', 'answer.words', 'answer.answeredOn'])
    .where('link.listId', '=', listId)
    .orderBy('answer.answeredOn', 'desc')
    .execute()

async function listServices(database: Database, listId: string): Promise<ListedService[]> {
  const entries = await listEntries(database, listId)
  const names = await nameServices(
    database,
    entries.map(({ serviceId }) => serviceId),
  )
  const answers = await listAnswers(database, listId)
  return entries.flatMap(({ serviceId, note }) => {
    const service = names.get(serviceId)
    if (!service) return []
    const { name, organizationName, isListed } = service
    const own = answers.filter((answer) => answer.serviceId === serviceId)
    const reports = own.flatMap(({ topic, words, answeredOn }) => (topic ? [{ topic, words, answeredOn }] : []))
    const helpedCount = own.filter(({ kind }) => kind === 'helped').length
    return [{ serviceId, note, name, organizationName, isListed, helpedCount, reports }]
  })
}

const listLinks = async (database: Database, listId: string) => {
  const links = await database
    .selectFrom('serviceListLink')
    .select(['id', 'channel', 'createdOn', 'expiresOn', 'withdrawnOn'])
    .where('listId', '=', listId)
    .orderBy('createdOn', 'desc')
    .orderBy('id')
    .execute()
  return withArrival(database, links)
}

/** People by identifier, by first name and initial. */
async function namePeople(database: Database, ids: (string | null)[]) {
  const known = [...new Set(ids.filter((id): id is string => id !== null))]
  const people = known.length ? await listNames(database, known) : []
  return new Map(people.map((person) => [person.id, { id: person.id, shortName: shortName(person) }]))
}

/** The ways of sending a list that are not safe for its person now. */
async function listNotOffered(database: Database, contactId: string) {
  const email = (await findContactRow(database, contactId))?.email ?? null
  const phones = await listPhones(database, contactId)
  const phoneNumbers = phones.map(({ phoneNumber }) => phoneNumber)
  return offerOf(await findSafeContact(database, contactId), { email, phoneNumbers }).refused
}

/** A list as its staff sees it. */
export async function showList(database: Database, row: ListRow): Promise<ServiceList> {
  const { id, language, isCurrent, version, createdOn, contactId } = row
  const person = (await namePeople(database, [contactId])).get(contactId ?? '')
  return {
    ...{ id, language, isCurrent, version, createdOn },
    person: person ? { ...person, notOffered: await listNotOffered(database, person.id) } : null,
    services: await listServices(database, id),
    links: await listLinks(database, id),
  }
}

const NAMES_SHOWN = 3

type SummaryRow = Omit<ListSummary, 'person' | 'names'> & { contactId: string | null; serviceIds: string[] }

/** The lists that somebody made, newest first. */
export async function listLists(database: Database, actor: Actor, query: z.infer<typeof ListQuery>) {
  const after = readCursor(query.cursor, [Timestamp, Id])
  const { rows } = await sql<SummaryRow>`
    select l.id, l.is_current, l.created_on, l.contact_id, entry.service_ids, entry.service_count, sent.sent_count, said.helped_count, said.wrong_count
    from (
      select * from service_list where account_id = ${actor.accountId} and organization_id = ${actor.organizationId}
        and (${after?.[0] ?? null}::timestamptz is null or (created_on, id) < (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? null}::uuid))
      order by created_on desc, id desc limit ${query.limit + 1}) l
    cross join lateral (
      select coalesce((array_agg(service_id order by position, service_id))[1:${NAMES_SHOWN}], '{}') as service_ids, count(*)::integer as service_count
      from service_list_entry where list_id = l.id) entry
    cross join lateral (select count(*)::integer as sent_count from service_list_link where list_id = l.id) sent
    cross join lateral (
      select (count(*) filter (where kind = 'helped'))::integer as helped_count, (count(*) filter (where kind = 'wrong'))::integer as wrong_count
      from service_list_answer where link_id in (select id from service_list_link where list_id = l.id)) said
    order by l.created_on desc, l.id desc`.execute(database)
  const { items, nextCursor } = pageFrom(rows, query.limit, (row) => [row.createdOn, row.id])
  const people = await namePeople(
    database,
    items.map(({ contactId }) => contactId),
  )
  const services = await nameServices(
    database,
    items.flatMap(({ serviceIds }) => serviceIds),
  )
  return {
    items: items.map(({ contactId, serviceIds, ...row }) => ({
      ...row,
      person: people.get(contactId ?? '') ?? null,
      names: serviceIds.flatMap((id) => services.get(id)?.name ?? []),
    })),
    nextCursor,
  }
}

/** What readers said about the services of a link: what they were helped with. */
export const listHelped = async (database: Database, linkId: string) =>
  (
    await database
      .selectFrom('serviceListAnswer')
      .select('serviceId')
      .where('linkId', '=', linkId)
      .where('kind', '=', 'helped')
      .execute()
  ).map(({ serviceId }) => serviceId)

interface NewAnswer {
  linkId: string
  serviceId: string
  kind: 'helped' | 'wrong'
  topic: ReportTopic | null
  words: string | null
}

/** @returns whether nobody had said the same through this link */
export async function insertAnswer(database: Database, answer: NewAnswer) {
  const { numInsertedOrUpdatedRows = 0n } = await database
    .insertInto('serviceListAnswer')
    .values(answer)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
