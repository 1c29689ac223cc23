import { isSameValue } from '#directory/editing/listing-editing.ts'
import { editorOf, type ListingDocument } from '#directory/editing/server/editing-public.ts'
import type { FieldValues } from '#directory/listings/listing-change.ts'
import { recordChange } from '#directory/listings/server/listings-public.ts'
import {
  anybody,
  giveBackTo,
  giveToStanding,
  isOrganizationUsed,
  listCrossingPlaces,
  type MovedService,
} from '#directory/services/server/directory-public.ts'
import {
  findMergedOrganization,
  lockOrganization,
  writeMergedOrganization,
} from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { comparedFields } from '../merge-fields.ts'
import { duplicateProblem } from './duplicate-problem.ts'
import type { MergedListing, Merger, Pair } from './merger.ts'

const kind = 'organization'

const listingOf = (profile: ListingDocument): MergedListing => ({
  ...{ id: profile.id, organizationId: profile.id, name: profile.organizationName },
  ...{ version: profile.version, isApproved: profile.isApproved, fields: comparedFields(kind, profile) },
})

/** Writes into the history of each service to whom it belongs now. */
async function recordMoves(
  transaction: Database,
  moved: MovedService[],
  { stays, gone }: Pair,
  change: { cause: 'merge' | 'split'; accountId: string },
) {
  const ownerOf = (id: string): FieldValues => ({ organizationName: id === gone.id ? gone.name : stays.name })
  for (const { id, version, from, to } of moved)
    await recordChange(
      transaction,
      { kind: 'service', id },
      { ...change, version, before: ownerOf(from), after: ownerOf(to) },
    )
}

/**
 * What the organization that goes away has in the directory belongs to the other one, also what its source lists later.
 * It must be one that nobody on the portal has to do with.
 */
export function organizationMerger(timeZone: string): Merger {
  const editor = editorOf(kind, timeZone)
  /** Moves what one of them has, and writes what that changes of the one that stays into its history. */
  const move = async (
    transaction: Database,
    { stays }: Pair,
    change: { cause: 'merge' | 'split'; accountId: string },
    act: () => Promise<MovedService[]>,
  ) => {
    const read = async () => {
      const { contacts, programs } = (await editor.find(transaction, stays.id, anybody))?.values ?? {}
      return { contacts, programs } as FieldValues
    }
    const was = await read()
    const moved = await act()
    const now = await read()
    const changed = Object.keys(now).filter((field) => !isSameValue(was[field], now[field]))
    if (!changed.length) return moved
    const valuesOf = (from: FieldValues) => Object.fromEntries(changed.map((field) => [field, from[field]]))
    const version = await editor.write(transaction, stays.id, {})
    await recordChange(
      transaction,
      { kind, id: stays.id },
      { ...change, version, before: valuesOf(was), after: valuesOf(now) },
    )
    return moved
  }
  const find = async (database: Database, id: string) => {
    const profile = await editor.find(database, id, anybody)
    return profile && listingOf(profile)
  }
  return {
    kind,
    find,
    lock: async (transaction, ids) => {
      for (const id of [...ids].sort()) await lockOrganization(transaction, id)
      const found = new Map<string, MergedListing>()
      for (const id of ids) {
        const organization = await find(transaction, id)
        if (organization) found.set(id, organization)
      }
      return found
    },
    requireMergeable: async (transaction, { stays, gone }, take) => {
      // The review approved its name.
      if (stays.isApproved && take.includes('name')) throw duplicateProblem('merge-named')
      if (gone.isApproved) throw duplicateProblem('merge-owned')
      if (await isOrganizationUsed(transaction, gone.id)) throw duplicateProblem('merge-used')
    },
    write: editor.write,
    hide: async (transaction, pair, accountId) => {
      const version = await writeMergedOrganization(transaction, pair.gone.id, pair.stays.id)
      const change = { cause: 'merge', accountId } as const
      const moved = await move(transaction, pair, change, () => giveToStanding(transaction, pair.gone.id))
      await recordMoves(transaction, moved, pair, change)
      return version
    },
    show: async (transaction, pair, accountId) => {
      const version = await writeMergedOrganization(transaction, pair.gone.id, null)
      const change = { cause: 'split', accountId } as const
      const moved = await move(transaction, pair, change, () => giveBackTo(transaction, pair.gone.id))
      await recordMoves(transaction, moved, pair, change)
      return version
    },
    listDependent: async (transaction, { gone }) =>
      (await listCrossingPlaces(transaction, gone.id)).map((id) => ({ kind: 'location', id })),
    findStanding: findMergedOrganization,
    // As with imports: an approved organization keeps its profile itself.
    mayFollow: ({ isApproved }) => !isApproved,
  }
}
