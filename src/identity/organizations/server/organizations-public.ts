/** What other features may use of organizations. */

export type { Arrival, WelcomeArrival } from './arrival.ts'
export { nameForReader } from './name-for-reader.ts'
export {
  findOrganizationOwner,
  insertOrganization,
  insertStandIns,
  isImportable,
  recordSourceAddresses,
  unverifyOrganization,
  verifyImported,
  verifyOrganization,
} from './organization-record.ts'
