import { lockServed } from '#casework/clients/server/clients-public.ts'
import { deleteDeliveriesOn } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { nameServices } from '#directory/services/server/directory-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type ListChange, type ListRow, MOST_SERVICES, type ServiceList } from '../service-list.ts'
import { findCurrentList, getList, listEntries, showList } from './list-queries.ts'
import { serviceListProblem } from './service-list-problem.ts'

/** Writes a change of a list that is locked. */
async function touch(database: Database, list: ListRow, changed: Partial<ListRow> = {}): Promise<ListRow> {
  const next = { ...changed, version: list.version + 1, changedOn: new Date().toISOString() }
  await database.updateTable('serviceList').set(next).where('id', '=', list.id).execute()
  return { ...list, ...next }
}

/** The current list, locked; a new one if there is none. */
async function lockCurrentList(database: Database, actor: Actor & { organizationId: string }) {
  await database
    .insertInto('serviceList')
    .values({ organizationId: actor.organizationId, accountId: actor.accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const list = await findCurrentList(database, actor)
  if (!list) throw problem('conflict')
  return getList(database, actor, list.id, { lock: true })
}

/**
 * Adds a service to the current list of its reader, at the end. Safe to repeat.
 * @throws problem not-found for a service that is not listed, list-full
 */
export const addService = (database: Database, actor: Actor & { organizationId: string }, serviceId: string) =>
  database.transaction().execute(async (transaction): Promise<ServiceList> => {
    const service = (await nameServices(transaction, [serviceId])).get(serviceId)
    if (!service?.isListed) throw problem('not-found')
    const list = await lockCurrentList(transaction, actor)
    const entries = await listEntries(transaction, list.id)
    if (entries.some((entry) => entry.serviceId === serviceId)) return showList(transaction, list)
    if (entries.length >= MOST_SERVICES) throw serviceListProblem('list-full')
    await writeEntries(transaction, list.id, [...entries, { serviceId, note: null }])
    return showList(transaction, await touch(transaction, list))
  })

/** Removes a service from a list. Safe to repeat. @throws problem not-found */
export const removeService = (database: Database, actor: Actor, listId: string, serviceId: string) =>
  database.transaction().execute(async (transaction): Promise<ServiceList> => {
    const list = await getList(transaction, actor, listId, { lock: true })
    const { numDeletedRows } = await transaction
      .deleteFrom('serviceListEntry')
      .where('listId', '=', list.id)
      .where('serviceId', '=', serviceId)
      .executeTakeFirst()
    return showList(transaction, numDeletedRows > 0n ? await touch(transaction, list) : list)
  })

type Entry = Awaited<ReturnType<typeof listEntries>>[number]

async function writeEntries(database: Database, listId: string, entries: Entry[]) {
  await database.deleteFrom('serviceListEntry').where('listId', '=', listId).execute()
  if (!entries.length) return
  await database
    .insertInto('serviceListEntry')
    .values(entries.map(({ serviceId, note }, position) => ({ listId, serviceId, note, position })))
    .execute()
}

/**
 * Changes the order, the notes, the language or the person of a list. A list gets new services only one by one.
 * @throws problem not-found, stale-version, invalid-request at `contactId` or `services`
 */
export const changeList = (database: Database, actor: Actor, id: string, change: ListChange) =>
  database.transaction().execute(async (transaction): Promise<ServiceList> => {
    const list = await getList(transaction, actor, id, { lock: true })
    const { version, services, language = list.language, contactId = list.contactId } = change
    if (version !== list.version) throw problem('stale-version')
    const isFor = contactId !== list.contactId ? contactId : null
    if (isFor && !(await lockServed(transaction, actor, isFor))) throw fieldProblem('contactId', 'unknown-person')
    // Where it was sent belongs to whom it was for before.
    if (contactId !== list.contactId) await deleteDeliveriesOn(transaction, { page: 'lists', pageId: id })
    if (services) {
      const known = new Set((await listEntries(transaction, id)).map(({ serviceId }) => serviceId))
      const given = new Set(services.map(({ serviceId }) => serviceId))
      if (given.size < services.length || ![...given].every((serviceId) => known.has(serviceId)))
        throw fieldProblem('services', 'invalid')
      const written = services.map(({ serviceId, note }) => ({ serviceId, note: note || null }))
      await writeEntries(transaction, id, written)
    }
    return showList(transaction, await touch(transaction, list, { language, contactId }))
  })

/** The next service begins a new list; this one stays among those of its author. Safe to repeat. @throws problem not-found */
export const finishList = (database: Database, actor: Actor, id: string) =>
  database.transaction().execute(async (transaction): Promise<ServiceList> => {
    const list = await getList(transaction, actor, id, { lock: true })
    return showList(transaction, list.isCurrent ? await touch(transaction, list, { isCurrent: false }) : list)
  })
