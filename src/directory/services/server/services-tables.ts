import { z } from 'zod'
import { Day, Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import * as directory from '../directory-rows.ts'

const AreaToReadRow = z.object({
  serviceId: Id,
})

const DirectorySourceRow = z.object({
  name: z.string(),
  defaultArea: z.array(z.string()),
})

const FormerPlaceRow = z.object({
  serviceId: Id,
  locationId: Id,
  removedOn: Timestamp,
  parts: z.record(z.string(), z.unknown()),
})

const ListedChangeRow = z.object({
  list: z.enum(['services', 'service_at_locations']),
  prefix: z.string(),
  records: z.number().int(),
})

export const areaBases = ['said', 'guess', 'source', 'none'] as const

const ServicePointRow = z.object({
  serviceId: Id,
  locationId: Id,
  latitude: z.number(),
  longitude: z.number(),
  isApproximate: z.boolean(),
  qx: z.number().int(),
  qy: z.number().int(),
  termIds: z.array(Id),
  hoursKind: z.number().int(),
  /** The same categories within an index; null if they are too many for it. */
  shownTerms: z.array(Id).nullable(),
})

const ServiceReachRow = z.object({
  serviceId: Id,
  organizationId: Id,
  areaKeys: z.array(z.string()),
  areaBasis: z.enum(areaBases),
  isPlaced: z.boolean(),
  timeZones: z.array(z.string()),
  cells: z.array(z.string()),
  /** Where its places may be shown, as `place_point` makes them; and those of its organization if it has none. */
  ownPoints: z.array(z.string()),
  officePoints: z.array(z.string()),
})

const ImportChangeRow = z.object({
  id: z.number().int(),
  runId: Id,
  sourceName: z.string(),
  entity: z.string(),
  act: z.enum(['insert', 'update', 'delete']),
  ids: z.array(Id),
  records: z.array(z.unknown()).nullable(),
  changedOn: Timestamp,
  undone: z.number().int().nullable(),
  kept: z.number().int().nullable(),
})

const SearchSynonymRow = z.object({
  phrase: z.string(),
  meaning: z.string(),
  language: z.enum(['en', 'es']),
  taxonomyTermId: Id.nullable(),
  /** Whether it is a name of its category, which is always among the synonyms. */
  isName: z.boolean(),
  stems: z.string(),
})

const SearchWordRow = z.object({
  word: z.string(),
})

const ServiceModificationRow = z.object({
  serviceId: Id,
  modifiedOn: Timestamp,
})

const ServiceSearchRow = z.object({
  serviceId: Id,
  organizationId: Id,
  sortName: z.string(),
  document: z.string(),
  termIds: z.array(Id),
  languages: z.array(z.string()),
  minimumAge: z.number().nullable(),
  maximumAge: z.number().nullable(),
  isFree: z.boolean(),
  hasOwnPlace: z.boolean(),
  confirmedOn: Day.nullable(),
  spots: z.array(z.string()),
  hoursKind: z.number().int(),
})

const HoursKindRow = z.object({
  id: z.number().int(),
  rules: z.array(z.unknown()),
  timeZone: z.string().nullable(),
  knownFrom: Timestamp.nullable(),
  knownUntil: Timestamp.nullable(),
  openAt: z.string().nullable(),
})

const ServiceSearchStaleRow = z.object({
  serviceId: Id,
})

const TaxonomyTermCountRow = z.object({
  taxonomyTermId: Id,
  serviceCount: z.number().int(),
})

/** The tables that only this feature writes. */
export const servicesTables: Record<string, z.ZodObject> = {
  accessibility: directory.Accessibility,
  address: directory.Address,
  area_to_read: AreaToReadRow,
  attribute: directory.Attribute,
  cost_option: directory.CostOption,
  directory_contact: directory.DirectoryContact,
  directory_source: DirectorySourceRow,
  former_place: FormerPlaceRow,
  hours_kind: HoursKindRow,
  import_change: ImportChangeRow,
  language: directory.Language,
  listed_change: ListedChangeRow,
  location: directory.Location,
  phone: directory.Phone,
  program: directory.Program,
  required_document: directory.RequiredDocument,
  schedule: directory.Schedule,
  search_synonym: SearchSynonymRow,
  search_word: SearchWordRow,
  service: directory.Service,
  service_area: directory.ServiceArea,
  service_at_location: directory.ServiceAtLocation,
  service_point: ServicePointRow,
  service_reach: ServiceReachRow,
  service_modification: ServiceModificationRow,
  service_search: ServiceSearchRow,
  service_search_stale: ServiceSearchStaleRow,
  taxonomy: directory.Taxonomy,
  taxonomy_term: directory.TaxonomyTerm,
  taxonomy_term_count: TaxonomyTermCountRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    areaToRead: TableFor<z.infer<typeof AreaToReadRow>>
    directorySource: TableFor<z.infer<typeof DirectorySourceRow>>
    formerPlace: TableFor<z.infer<typeof FormerPlaceRow>, 'removedOn'>
    hoursKind: TableFor<z.infer<typeof HoursKindRow>>
    listedChange: TableFor<z.infer<typeof ListedChangeRow>>
    servicePoint: TableFor<z.infer<typeof ServicePointRow>, 'qx' | 'qy' | 'shownTerms'>
    importChange: TableFor<z.infer<typeof ImportChangeRow>>
    serviceReach: TableFor<z.infer<typeof ServiceReachRow>>
    searchSynonym: TableFor<z.infer<typeof SearchSynonymRow>, 'taxonomyTermId' | 'isName' | 'stems'>
    searchWord: TableFor<z.infer<typeof SearchWordRow>>
    serviceModification: TableFor<z.infer<typeof ServiceModificationRow>>
    serviceSearch: TableFor<z.infer<typeof ServiceSearchRow>>
    serviceSearchStale: TableFor<z.infer<typeof ServiceSearchStaleRow>>
    taxonomyTermCount: TableFor<z.infer<typeof TaxonomyTermCountRow>>
  }
}
