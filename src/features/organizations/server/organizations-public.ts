/** What other features may use of organizations. */
export {
  insertOrganization,
  insertStandIns,
  isImportable,
  recordSourceAddresses,
  unverifyOrganization,
  verifyImported,
  verifyOrganization,
} from './organization-record.ts'
