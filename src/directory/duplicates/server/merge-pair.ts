import { sql } from 'kysely'
import { isSameValue } from '#directory/editing/listing-editing.ts'
import { editorOf, publishListing } from '#directory/editing/server/editing-public.ts'
import {
  endMerge,
  hasMergedListings,
  insertMerge,
  listFieldStates,
  lockMerge,
  recordChange,
} from '#directory/listings/server/listings-public.ts'
import { anybody, hideMerged, serviceNames, showMerged } from '#directory/services/server/directory-public.ts'
import { fieldsOf, hoursField, hoursKeyOf } from '#directory/services/service-document.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import { lockOrganization } from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { MergedPair, PairMerge } from '../duplicate-pair.ts'
import { giveBack, isMergeable, takeFields } from '../merge-fields.ts'
import { publishPair } from './decide-pair.ts'
import { duplicateProblem } from './duplicate-problem.ts'

const kind = 'service'

async function lockPair(transaction: Database, id: string) {
  const pair = await transaction
    .selectFrom('duplicatePair')
    .select(['id', 'kind', 'firstId', 'secondId', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!pair) throw problem('not-found')
  if (pair.kind !== kind) throw duplicateProblem('merge-not-offered')
  return pair
}

/** Both services, in the order in which edits and imports lock too: their organizations, then they themselves. */
export async function lockServices(transaction: Database, ids: string[], timeZone: string) {
  const editor = editorOf(kind, timeZone)
  const owners = await transaction
    .selectFrom(serviceNames.as('service'))
    .select('service.organizationId')
    .where('service.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  for (const owner of [...new Set(owners.map(({ organizationId }) => organizationId))].sort())
    await lockOrganization(transaction, owner)
  const services = new Map<string, NonNullable<Awaited<ReturnType<typeof editor.find>>>>()
  for (const id of [...ids].sort()) {
    const service = await editor.find(transaction, id, anybody, { lock: true })
    if (!service) throw problem('not-found')
    services.set(id, service)
  }
  return (id: string) => services.get(id) as NonNullable<ReturnType<typeof services.get>>
}

/** With places come the hours there. */
export function withHours(
  write: Record<string, unknown>,
  own: Record<string, unknown>,
  other: Record<string, unknown>,
) {
  const places = (write.locationIds ?? []) as string[]
  const isNew = (id: string) => !((own.locationIds ?? []) as string[]).includes(id)
  const hours = places.filter(isNew).map((id) => hoursField(id))
  return {
    ...write,
    ...Object.fromEntries(hours.filter((field) => field in other).map((field) => [field, other[field]])),
  }
}

interface Written {
  id: string
  before: Record<string, unknown>
  fields: Record<string, unknown>
  cause: 'merge' | 'split' | 'import'
  accountId: string | null
}

/** Writes fields of the service that stays, with its history. */
export async function writeStaying(transaction: Database, written: Written, timeZone: string) {
  const { id, before, fields, cause, accountId } = written
  const editor = editorOf(kind, timeZone)
  const pick = (names: string[]) => Object.fromEntries(names.map((field) => [field, fields[field]]))
  const names = Object.keys(fields).filter((field) => field !== 'mergedFrom')
  let version = await editor.write(transaction, id, pick(names.filter((field) => hoursKeyOf(field) === null)))
  // Hours that a place has itself came with it.
  const hours = names.filter((field) => hoursKeyOf(field) !== null)
  const present = hours.length ? fieldsOf((await editor.find(transaction, id, anybody))?.values ?? {}) : {}
  const missing = hours.filter((field) => field in present && !isSameValue(present[field], fields[field]))
  if (missing.length) version = await editor.write(transaction, id, pick(missing))
  await recordChange(
    transaction,
    { kind, id },
    {
      ...{ version, cause, accountId },
      before: Object.fromEntries(Object.keys(fields).map((field) => [field, before[field] ?? null])),
      after: fields,
    },
  )
}

/**
 * Merges two services in one act. The one that goes away keeps its data, which its source goes on updating; the one that
 * stays takes the chosen fields.
 * @throws problem not-found, stale-version, pair-merged, merge-not-offered, merge-owned, merge-has-merged, invalid-request
 */
export const mergePair = (database: Database, actor: Actor, id: string, given: PairMerge, timeZone: string) =>
  database.transaction().execute(async (transaction) => {
    const pair = await lockPair(transaction, id)
    if (pair.state === 'merged') throw duplicateProblem('pair-merged')
    const both = [pair.firstId, pair.secondId]
    if (!both.includes(given.stays)) throw fieldProblem('stays', 'invalid')
    if (!given.take.every(isMergeable)) throw fieldProblem('take', 'invalid')
    const service = await lockServices(transaction, both, timeZone)
    const [stays, gone] = [service(given.stays), service(both.find((one) => one !== given.stays) ?? '')]
    if (both.some((one) => service(one).version !== given.versions[one])) throw problem('stale-version')
    if (!stays.isListed || !gone.isListed) throw problem('not-found')
    if (gone.isApproved && gone.organizationId !== stays.organizationId) throw duplicateProblem('merge-owned')
    if (await hasMergedListings(transaction, kind, gone.id)) throw duplicateProblem('merge-has-merged')
    const [own, other] = [fieldsOf(stays.values), fieldsOf(gone.values)]
    const { write, taken } = takeFields(own, other, given.take)
    const fields = { ...withHours(write, own, other), mergedFrom: gone.values.name }
    await writeStaying(
      transaction,
      { id: stays.id, before: own, fields, cause: 'merge', accountId: actor.accountId },
      timeZone,
    )
    const version = await hideMerged(transaction, gone.id, stays.id)
    await recordChange(
      transaction,
      { kind, id: gone.id },
      {
        ...{ version, cause: 'merge', accountId: actor.accountId },
        ...{ before: { mergedInto: null }, after: { mergedInto: stays.values.name } },
      },
    )
    await insertMerge(transaction, {
      ...{ kind, fromId: gone.id, intoId: stays.id, taken, seen: other, mergedBy: actor.accountId },
    })
    await endPair(transaction, actor, id, 'merged', { stays: stays.id, gone: gone.id })
    for (const one of [stays, gone]) await publishListing(transaction, kind, one)
  })

async function endPair(
  transaction: Database,
  actor: Actor,
  id: string,
  state: 'merged' | 'different',
  listings: { stays: string; gone: string },
) {
  await transaction
    .updateTable('duplicatePair')
    .set({ state, laterOn: null, decidedBy: actor.accountId, decidedOn: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  const action = state === 'merged' ? 'duplicate-merged' : 'duplicate-separated'
  await recordAudit(transaction, {
    ...{ actorId: actor.accountId, action, subjectType: 'duplicate', subjectId: id, detail: { kind, ...listings } },
  })
  await publishPair(transaction, id)
}

/**
 * Undoes a merge. The one that stayed gives back what it took, unless that was changed since; the other one is shown as
 * its source says it now. The pair is never proposed again. One that is separated already stays so.
 * @throws problem not-found, merge-not-offered
 */
export const separatePair = (database: Database, actor: Actor, id: string, timeZone: string) =>
  database.transaction().execute(async (transaction) => {
    const pair = await lockPair(transaction, id)
    if (pair.state !== 'merged') return
    const service = await lockServices(transaction, [pair.firstId, pair.secondId], timeZone)
    const merge =
      (await lockMerge(transaction, kind, pair.firstId)) ?? (await lockMerge(transaction, kind, pair.secondId))
    if (!merge) throw problem('not-found')
    const [stays, gone] = [service(merge.intoId), service(merge.fromId)]
    const states = await listFieldStates(transaction, { kind, id: stays.id })
    const isEdited = (field: string) => states.some((state) => state.field === field && state.editedOn !== null)
    const before = { ...fieldsOf(stays.values), mergedFrom: gone.values.name }
    const fields = { ...giveBack(before, merge.taken, isEdited), mergedFrom: null }
    await writeStaying(
      transaction,
      { id: stays.id, before, fields, cause: 'split', accountId: actor.accountId },
      timeZone,
    )
    const version = await showMerged(transaction, gone.id)
    await recordChange(
      transaction,
      { kind, id: gone.id },
      {
        ...{ version, cause: 'split', accountId: actor.accountId },
        ...{ before: { mergedInto: stays.values.name }, after: { mergedInto: null } },
      },
    )
    await endMerge(transaction, merge.id, actor.accountId)
    await endPair(transaction, actor, id, 'different', { stays: stays.id, gone: gone.id })
    for (const one of [stays, gone]) await publishListing(transaction, kind, one)
  })

const MERGES_SHOWN = 200

/** The last merges that can be undone, newest first. */
export async function listMerged(database: Database): Promise<MergedPair[]> {
  const { rows } = await sql<MergedPair>`
    select p.id, jsonb_build_object('id', stays.id, 'name', stays.name) as stays, jsonb_build_object('id', gone.id, 'name', gone.name) as gone,
      ${accountName(sql.ref('p.decided_by'))} as merged_by, p.decided_on as merged_on
    from duplicate_pair p
    join ${serviceNames.as('gone')} on gone.id in (p.first_id, p.second_id) and gone.merged_into is not null
    join ${serviceNames.as('stays')} on stays.id = gone.merged_into and stays.id in (p.first_id, p.second_id)
    where p.state = 'merged' order by p.decided_on desc, p.id limit ${MERGES_SHOWN}`.execute(database)
  return rows
}
