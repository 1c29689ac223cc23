/** What other features may use of the people served. */
export { listConsents, listConsentsShown } from './consent-queries.ts'
export type { ConsentUsers } from './consent-users.ts'
export {
  consumeContactInvitation,
  endContactInvitations,
  insertContactInvitation,
} from './contact-invitation-queries.ts'
export { containing, findContactRow, listPhones } from './contact-queries.ts'
export { insertDemoConsent, insertDemoPerson } from './demo-people.ts'
export { eraseContact, lockContact } from './erase-contact.ts'
export { insertPerson, renamePerson, setPersonEmail, setPrimaryPhone, touchPerson } from './person-record.ts'
export { publishContact } from './publish-contact.ts'
export { recordAccess } from './record-access.ts'
