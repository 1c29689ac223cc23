import { editorOf } from '#directory/editing/server/editing-public.ts'
import { recordChange } from '#directory/listings/server/listings-public.ts'
import {
  anybody,
  findMergedPlace,
  findPlaceDocument,
  findPoint,
  hidePlace,
  listHoursRows,
  type PlacePoint,
  restoreHoursRows,
  type ShiftedService,
  showPlace,
  tidyAddress,
  writePlaceFields,
  writePoint,
} from '#directory/services/server/directory-public.ts'
import { hoursField } from '#directory/services/service-document.ts'
import { lockOrganization } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { comparedFields } from '../merge-fields.ts'
import { duplicateProblem } from './duplicate-problem.ts'
import type { MergedListing, Merger } from './merger.ts'

const kind = 'location'
type Address = Record<string, unknown> & { point?: PlacePoint }

/** The compared fields of a place as its editor and its history name them. */
function asListed(id: string, fields: Record<string, unknown>) {
  const { address, accessibility, hours, ...others } = fields
  const { point: _, ...parts } = (address ?? {}) as Address
  return {
    ...others,
    ...('address' in fields ? parts : {}),
    ...('accessibility' in fields ? { accessibility: ((accessibility ?? []) as string[]).join('\n') || null } : {}),
    ...('hours' in fields ? { [hoursField(id)]: hours } : {}),
  }
}

async function recordShifts(
  transaction: Database,
  shifted: ShiftedService[],
  change: { cause: 'merge' | 'split'; accountId: string },
) {
  for (const { id, version, before, after } of shifted)
    await recordChange(
      transaction,
      { kind: 'service', id },
      { ...change, version, before: { locationIds: before }, after: { locationIds: after } },
    )
}

/**
 * Two places of one organization: services that are given at the one that goes away are given at the other one, also
 * those that its source adds later. Nobody reads a confidential place here, so none is merged.
 */
export function placeMerger(timeZone: string): Merger {
  const editor = editorOf(kind, timeZone)
  const find = async (database: Database, id: string): Promise<MergedListing | undefined> => {
    const place = await editor.find(database, id, anybody)
    if (!place) return undefined
    const { address, ...fields } = comparedFields(kind, place)
    const where = { ...(address as Address), point: await findPoint(database, id) }
    return {
      ...{ id, organizationId: place.organizationId, version: place.version, isApproved: place.isApproved },
      name: String(place.values.name || place.values.address1 || ''),
      fields: { ...fields, address: where },
    }
  }
  return {
    kind,
    find,
    asListed,
    lock: async (transaction, ids) => {
      const owners = []
      for (const id of ids) owners.push((await findPlaceDocument(transaction, id))?.organizationId)
      for (const owner of [...new Set(owners)].sort()) if (owner) await lockOrganization(transaction, owner)
      const found = new Map<string, MergedListing>()
      for (const id of [...ids].sort()) {
        await findPlaceDocument(transaction, id, { lock: true })
        const place = await find(transaction, id)
        if (place) found.set(id, place)
      }
      return found
    },
    requireMergeable: async (_, { stays, gone }) => {
      if (stays.organizationId !== gone.organizationId) throw duplicateProblem('merge-organizations')
    },
    write: async (transaction, id, fields) => {
      const version = await writePlaceFields(transaction, id, asListed(id, fields), { isEdit: false })
      const { point } = (fields.address ?? {}) as Address
      if (point) await writePoint(transaction, id, point)
      if ('address' in fields) await tidyAddress(transaction, id)
      return version
    },
    keep: async (transaction, id, taken) => {
      const { hours } = taken
      return hours && 'own' in hours
        ? { ...taken, hours: { ...hours, rows: await listHoursRows(transaction, id) } }
        : taken
    },
    restore: async (transaction, id, fields, taken) => {
      const { hours } = taken
      if ('hours' in fields && hours && 'own' in hours && hours.rows)
        await restoreHoursRows(transaction, id, hours.rows)
    },
    hide: async (transaction, { stays, gone }, accountId) => {
      const { version, shifted } = await hidePlace(transaction, gone.id, stays.id)
      await recordShifts(transaction, shifted, { cause: 'merge', accountId })
      return version
    },
    show: async (transaction, { gone }, accountId) => {
      const { version, shifted } = await showPlace(transaction, gone.id)
      await recordShifts(transaction, shifted, { cause: 'split', accountId })
      return version
    },
    findStanding: findMergedPlace,
    mayFollow: () => true,
  }
}
