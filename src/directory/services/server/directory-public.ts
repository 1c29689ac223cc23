import { fileURLToPath } from 'node:url'
import type { PersonFacts } from '#directory/eligibility/person-facts.ts'
import type { Need } from '#directory/needs/need.ts'
import { findZip } from '#directory/places/server/places-public.ts'
import { verifyImported } from '#identity/organizations/server/organizations-public.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import type { Database } from '#platform/server/database.ts'
import { createTexts } from '#platform/server/texts.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }
import { hasPlacesAround, type Point } from './find-around.ts'
import { findServices } from './find-services.ts'
import { importDirectory } from './import/import-directory.ts'
import { comparePerson, listFits } from './person-fit.ts'
import { wordReader } from './search-words.ts'
import { listServiceItems } from './service-item-queries.ts'
import { anybody } from './shown-place.ts'
import { listCategoriesOf } from './taxonomy-term-queries.ts'

export { readCrisisHelp } from './crisis-routes.ts'
export { isDirectoryAddress } from './directory-address.ts'
export { listShownIds, listTraits } from './duplicate-traits.ts'
export { findNearly } from './find-nearly.ts'
export { findSuggestedContact, listSpokenLanguages } from './find-suggested-contact.ts'
export { findUnknownFilter, type HsdsFilters } from './hsds-filters.ts'
export { findHsds, type HsdsDepth, type HsdsSelection, listHsds, streamHsds } from './hsds-lists.ts'
export type { HsdsList, HsdsRecord } from './hsds-queries.ts'
export { afterImportTask } from './import/after-import.ts'
export { type ImportReport, importDirectory } from './import/import-directory.ts'
export { isUndoable } from './import/import-journal.ts'
export { columnsOf, countReasons, type ImportRemarkOfEngine, reportLine } from './import/import-outcome.ts'
export type { TouchedListing } from './import/touched-listings.ts'
export { type UndoReport, undoImport } from './import/undo-import.ts'
export { listSources } from './list-sources.ts'
export { isOrganizationUsed } from './listing-uses.ts'
export { giveBackTo, giveToStanding, type MovedService } from './merged-owners.ts'
export {
  findMergedPlace,
  findPoint,
  hidePlace,
  listCrossingPlaces,
  listHoursRows,
  listMergedInto,
  type PlacePoint,
  placeNames,
  restoreHoursRows,
  type ShiftedService,
  shiftToStanding,
  showPlace,
  tidyAddress,
  writePoint,
} from './merged-places.ts'
export { findMergedInto, hideMerged, showMerged } from './merged-services.ts'
export { findListedOrganization } from './organization-json.ts'
export { compareService, type ReadPerson } from './person-fit.ts'
export { confirmPlace, findPlaceDocument, writeConfidential, writePlaceFields } from './place-document.ts'
export { readNewAreas } from './read-new-areas.ts'
export { lockSearchRows } from './refresh-search.ts'
export {
  attachPlace,
  detachPlace,
  findPlaceZone,
  findRemovedPlace,
  listPresentPlaces,
  listRemovedPlaces,
  lockServicesAt,
} from './removed-places.ts'
export { findSearchPoints, type SearchPoints } from './search-points.ts'
export { listContacts, listContactsOfPlaces, replaceContacts } from './service-contacts.ts'
export { findServiceDetail, nameServices } from './service-detail-queries.ts'
export {
  findListedService,
  findPlaceOwner,
  findServiceDocument,
  listPlacesOf,
  listServicesOf,
  lockPlace,
  type ServiceDocument,
} from './service-document-queries.ts'
export { listedServices, serviceNames } from './service-names.ts'
export { type ServicePoint, servicePoints } from './service-points.ts'
export {
  findPresentProgram,
  isProgramOf,
  listForeignPrograms,
  listPrograms,
  replacePrograms,
} from './service-programs.ts'
export type { CountSearch } from './service-routes.ts'
export { findIntake } from './shown-intake.ts'
export { type ListAccepted, listUnknownPlaces, type PlaceReader, placeReaderOf, staffOf } from './shown-place.ts'
export {
  categoriesByIds,
  findMergedTerm,
  listDirectoryPhrases,
  listTermIds,
  listTerms,
  withCategories,
} from './taxonomy-term-queries.ts'
export {
  type CategoryDocument,
  type CategoryFields,
  findCategory,
  hasCategoriesBelow,
  insertCategory,
  isCategoryUsed,
  isWithinCategory,
  listCategories,
  lockCategories,
  mergeCategory,
  retireCategory,
  writeCategory,
} from './write-category.ts'
export {
  confirmService,
  findPhoneOwner,
  insertPlace,
  insertService,
  type LapsedIntake,
  listLapsedOrganizations,
  listPhones,
  lockNewListing,
  replacePhones,
  takeLapsedIntakes,
  writeServiceFields,
} from './write-service.ts'
export { anybody, hasPlacesAround, listServiceItems }
/** The words in which the directory describes a service, by language. */
export const serviceWords = createTexts({ en, es })

const demoFolder = fileURLToPath(new URL('../demo/', import.meta.url))

/**
 * Imports the fictional Cedar County into the directory. Its organizations are verified and accept referrals, so that
 * the demo community can work with them. Safe to repeat.
 */
export async function importDemoDirectory(database: Database) {
  const report = await importDirectory(database, { folder: demoFolder, sourceName: 'demo' })
  await verifyImported(database, 'demo')
  await hideShelter(database)
  return report
}

/** Where families sleep is told to nobody else. */
const hideShelter = (database: Database) =>
  database
    .updateTable('location')
    .set({ isConfidential: true })
    .where('sourceName', '=', 'demo')
    .where('sourceKey', '=', 'harbor-shelter')
    .where('isConfidential', '=', false)
    .execute()

/** The point of a ZIP code, and the areas that contain it; null for one that does not exist. */
export const findZipPoint = (database: Database, postalCode: string): Promise<Point | null> =>
  findZip(database, postalCode)

/** The first services that match these words, as everybody may read them, at any distance, which is measured from `point`. */
export async function findServicesByWords(
  database: Database,
  { text, point, limit, timeZone }: { text: string; point: Point | null; limit: number; timeZone: string },
) {
  const readWords = wordReader(database, text)
  // Only stop words: the search would list everything.
  if (!(await readWords(false))) return []
  const { found } = await findServices(database, { text, limit }, timeZone, undefined, {}, readWords)
  return listServiceItems(
    database,
    found.map(({ serviceId }) => serviceId),
    point,
    timeZone,
    anybody,
  )
}

interface ForNeed {
  need: Need
  person: PersonFacts
  most: number
  timeZone: string
}

/** Services of the categories of a need, near a person and then anywhere, each with whether it fits them. */
export async function findForNeed(database: Database, { need, person, most, timeZone }: ForNeed) {
  const compared = await comparePerson(database, person, dayIn(timeZone))
  const category = await listCategoriesOf(database, need)
  if (!category.length) return []
  const query = { category, near: compared.zip ?? undefined, person: compared.facts, limit: most }
  const near = await findServices(database, query, timeZone)
  const anywhere =
    near.found.length < most && near.here
      ? await findServices(database, query, timeZone, undefined, { radius: null })
      : near
  const ids = [...new Set([...near.found, ...anywhere.found].map(({ serviceId }) => serviceId))].slice(0, most)
  const fits = await listFits(database, ids, compared.facts)
  const services = await listServiceItems(database, ids, near.here, timeZone, anybody)
  return services.map((service) => ({ service, fit: fits.get(service.id) }))
}
