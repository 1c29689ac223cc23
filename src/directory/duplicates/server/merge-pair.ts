import { sql } from 'kysely'
import { publishListing } from '#directory/editing/server/editing-public.ts'
import type { ListingKind } from '#directory/listings/listing-change.ts'
import {
  endMerge,
  hasMergedListings,
  insertMerge,
  listFieldStates,
  lockMerge,
  recordChange,
} from '#directory/listings/server/listings-public.ts'
import { listTraits } from '#directory/services/server/directory-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, runAct } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { PairMerge } from '../duplicate-pair.ts'
import { giveBack, isMergeable, takeFields } from '../merge-fields.ts'
import { publishPair } from './decide-pair.ts'
import { duplicateProblem } from './duplicate-problem.ts'
import { organizationMerger } from './merge-organizations.ts'
import { placeMerger } from './merge-places.ts'
import { serviceMerger } from './merge-services.ts'
import { pairIn, writeStaying } from './merger.ts'

const mergers = { organization: organizationMerger, service: serviceMerger, location: placeMerger }
export const mergerOf = (kind: ListingKind, timeZone: string) => mergers[kind](timeZone)

async function lockPair(transaction: Database, id: string, timeZone: string) {
  const pair = await transaction
    .selectFrom('duplicatePair')
    .select(['id', 'kind', 'firstId', 'secondId', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!pair) throw problem('not-found')
  return { ...pair, merger: mergerOf(pair.kind, timeZone), both: [pair.firstId, pair.secondId] }
}

/**
 * Merges two listings in one act. The one that goes away keeps its data, which its source goes on updating; the one that
 * stays takes the chosen fields.
 * @throws problem not-found, stale-version, pair-merged, merge-owned, merge-named, merge-used, merge-organizations,
 * merge-has-merged, invalid-request
 */
export const mergePair = (database: Database, actor: Actor, id: string, given: PairMerge, timeZone: string) =>
  runAct(database, async (transaction) => {
    const { merger, both, state } = await lockPair(transaction, id, timeZone)
    const { kind } = merger
    if (state === 'merged') throw duplicateProblem('pair-merged')
    if (!both.includes(given.stays)) throw fieldProblem('stays', 'invalid')
    if (!given.take.every((field) => isMergeable(kind, field))) throw fieldProblem('take', 'invalid')
    const found = await merger.lock(transaction, both)
    const pair = pairIn(found, given.stays, both.find((one) => one !== given.stays) ?? '')
    const { stays, gone } = pair
    if (both.some((one) => found.get(one)?.version !== given.versions[one])) throw problem('stale-version')
    // Both are shown to everybody.
    if ((await listTraits(transaction, kind, both)).length < both.length) throw problem('not-found')
    await merger.requireMergeable(transaction, pair, given.take)
    if (await hasMergedListings(transaction, kind, gone.id)) throw duplicateProblem('merge-has-merged')
    const { write, taken } = takeFields(kind, stays.fields, gone.fields, given.take)
    const kept = (await merger.keep?.(transaction, stays.id, taken)) ?? taken
    const fields = { ...(merger.withParts?.(write, pair) ?? write), mergedFrom: gone.name }
    const { accountId } = actor
    await writeStaying(transaction, merger, { listing: stays, fields, cause: 'merge', accountId })
    const version = await merger.hide(transaction, pair, accountId)
    await recordChange(
      transaction,
      { kind, id: gone.id },
      {
        ...{ version, cause: 'merge', accountId },
        ...{ before: { mergedInto: null }, after: { mergedInto: stays.name } },
      },
    )
    await insertMerge(transaction, {
      ...{ kind, fromId: gone.id, intoId: stays.id, taken: kept, seen: gone.fields, mergedBy: accountId },
    })
    await endPair(transaction, actor, id, 'merged', { kind, stays: stays.id, gone: gone.id })
    for (const one of [stays, gone]) await publishListing(transaction, kind, one)
  })

async function endPair(
  transaction: Database,
  actor: Actor,
  id: string,
  state: 'merged' | 'different',
  detail: { kind: ListingKind; stays: string; gone: string },
) {
  await transaction
    .updateTable('duplicatePair')
    .set({ state, laterOn: null, decidedBy: actor.accountId, decidedOn: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  const action = state === 'merged' ? 'duplicate-merged' : 'duplicate-separated'
  await recordAudit(transaction, {
    ...{ actorId: actor.accountId, action, subjectType: 'duplicate', subjectId: id, detail },
  })
  await publishPair(transaction, id)
}

/**
 * Undoes a merge. The one that stayed gives back what it took, unless that was changed since; the other one is shown as
 * its source says it now. The pair is never proposed again. One that is separated already stays so.
 * @throws problem not-found
 */
export const separatePair = (database: Database, actor: Actor, id: string, timeZone: string) =>
  runAct(database, (transaction) => separate(transaction, actor, id, timeZone))

async function separate(transaction: Database, actor: Actor, id: string, timeZone: string) {
  const { merger, both, state } = await lockPair(transaction, id, timeZone)
  const { kind } = merger
  if (state !== 'merged') return
  const found = await merger.lock(transaction, both)
  const [first = '', second = ''] = both
  const merge = (await lockMerge(transaction, kind, first)) ?? (await lockMerge(transaction, kind, second))
  if (!merge) throw problem('not-found')
  const pair = pairIn(found, merge.intoId, merge.fromId)
  const { stays, gone } = pair
  for (const other of (await merger.listDependent?.(transaction, pair)) ?? [])
    for (const one of await listPairIds(transaction, other)) await separate(transaction, actor, one, timeZone)
  const states = await listFieldStates(transaction, { kind, id: stays.id })
  const isEdited = (field: string) => states.some((one) => one.field === field && one.editedOn !== null)
  const fields = { ...giveBack(stays.fields, merge.taken, isEdited), mergedFrom: null }
  const before = { mergedFrom: gone.name }
  const { accountId } = actor
  await writeStaying(transaction, merger, { listing: stays, before, fields, cause: 'split', accountId })
  await merger.restore?.(transaction, stays.id, fields, merge.taken)
  const version = await merger.show(transaction, pair, accountId)
  await recordChange(
    transaction,
    { kind, id: gone.id },
    {
      ...{ version, cause: 'split', accountId },
      ...{ before: { mergedInto: stays.name }, after: { mergedInto: null } },
    },
  )
  await endMerge(transaction, merge.id, accountId)
  await endPair(transaction, actor, id, 'different', { kind, stays: stays.id, gone: gone.id })
  for (const one of [stays, gone]) await publishListing(transaction, kind, one)
}

/** The merged pairs of a listing. */
async function listPairIds(transaction: Database, { kind, id }: { kind: ListingKind; id: string }) {
  const pairs = await transaction
    .selectFrom('duplicatePair')
    .select('id')
    .where('kind', '=', kind)
    .where('state', '=', 'merged')
    .where((where) => where.or([where('firstId', '=', id), where('secondId', '=', id)]))
    .orderBy('id')
    .execute()
  return pairs.map((pair) => pair.id)
}
