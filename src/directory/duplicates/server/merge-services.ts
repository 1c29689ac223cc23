import { sql } from 'kysely'
import { isSameValue } from '#directory/editing/listing-editing.ts'
import { editorOf, type ListingDocument } from '#directory/editing/server/editing-public.ts'
import {
  anybody,
  findMergedInto,
  hideMerged,
  serviceNames,
  showMerged,
} from '#directory/services/server/directory-public.ts'
import { contactsField, fieldsOf, hoursField, hoursKeyOf } from '#directory/services/service-document.ts'
import { lockOrganization } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { duplicateProblem } from './duplicate-problem.ts'
import type { MergedListing, Merger } from './merger.ts'

const kind = 'service'

const listingOf = (service: ListingDocument): MergedListing => ({
  ...{ id: service.id, organizationId: service.organizationId, name: String(service.values.name) },
  ...{ version: service.version, isApproved: service.isApproved, fields: fieldsOf(service.values) },
})

/** A merge of two services moves nothing: the one that goes away keeps its parts, and nothing shows it. */
export function serviceMerger(timeZone: string): Merger {
  const editor = editorOf(kind, timeZone)
  const find = async (database: Database, id: string, options?: { lock: boolean }) => {
    const service = await editor.find(database, id, anybody, options)
    return service && listingOf(service)
  }
  return {
    kind,
    find,
    lock: async (transaction, ids) => {
      const owners = await transaction
        .selectFrom(serviceNames.as('service'))
        .select('service.organizationId')
        .where('service.id', '=', sql<string>`any(${ids}::uuid[])`)
        .execute()
      for (const owner of [...new Set(owners.map(({ organizationId }) => organizationId))].sort())
        await lockOrganization(transaction, owner)
      const found = new Map<string, MergedListing>()
      for (const id of [...ids].sort()) {
        const service = await find(transaction, id, { lock: true })
        if (service) found.set(id, service)
      }
      return found
    },
    requireMergeable: async (_, { stays, gone }) => {
      if (gone.isApproved && gone.organizationId !== stays.organizationId) throw duplicateProblem('merge-owned')
    },
    /** With places come the hours and the people there. */
    withParts: (write, { stays, gone }) => {
      const own = (stays.fields.locationIds ?? []) as string[]
      const added = ((write.locationIds ?? []) as string[]).filter((id) => !own.includes(id))
      const parts = added.flatMap((id) => [hoursField(id), contactsField(id)]).filter((field) => field in gone.fields)
      return { ...write, ...Object.fromEntries(parts.map((field) => [field, gone.fields[field]])) }
    },
    write: async (transaction, id, fields) => {
      const pick = (names: string[]) => Object.fromEntries(names.map((field) => [field, fields[field]]))
      const names = Object.keys(fields)
      const version = await editor.write(transaction, id, pick(names.filter((field) => hoursKeyOf(field) === null)))
      // Hours that a place has itself came with it.
      const hours = names.filter((field) => hoursKeyOf(field) !== null)
      const present = hours.length ? fieldsOf((await editor.find(transaction, id, anybody))?.values ?? {}) : {}
      const missing = hours.filter((field) => field in present && !isSameValue(present[field], fields[field]))
      return missing.length ? editor.write(transaction, id, pick(missing)) : version
    },
    hide: (transaction, { stays, gone }) => hideMerged(transaction, gone.id, stays.id),
    show: (transaction, { gone }) => showMerged(transaction, gone.id),
    findStanding: findMergedInto,
    mayFollow: () => true,
  }
}
