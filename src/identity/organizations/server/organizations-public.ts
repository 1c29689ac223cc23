/** What other features may use of organizations. */

export type { Arrival, WelcomeArrival } from './arrival.ts'
export type { ProfileChange } from './change-organization.ts'
export { requireKnownReferences } from './change-organization.ts'
export { nameForReader } from './name-for-reader.ts'
export {
  organizationAddresses,
  organizationNames,
  organizationProfiles,
  organizationSignInRules,
} from './organization-names.ts'
export { listReference, suggestOrganizations } from './organization-queries.ts'
export {
  confirmProfile,
  findMergedOrganization,
  findOrganizationByName,
  findOrganizationOwner,
  findProfile,
  getOrganizationName,
  insertOrganization,
  insertStandIns,
  isImportable,
  lockOrganization,
  recordSourceAddresses,
  unverifyOrganization,
  verifyImported,
  verifyOrganization,
  writeMergedOrganization,
  writeProfile,
} from './organization-record.ts'
