/** For a person's page, and for the list of people. */
export { InactiveNotice } from './inactive-notice.tsx'
export { PersonRights } from './person-rights.tsx'
