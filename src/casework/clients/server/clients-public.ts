/** What other features may use of the people served. */

export { mayReadConsentFile } from './consent-proof.ts'
export { findConsentContact, lastConsentOn, listConsents, listConsentsShown, lockConsents } from './consent-queries.ts'
export { consentRows } from './consent-rows.ts'
export type { ConsentUsers } from './consent-users.ts'
export {
  consumeContactInvitation,
  contactInvitations,
  endContactInvitations,
  findContactInvitation,
  insertContactInvitation,
  invitedContact,
  isRegistered,
} from './contact-invitation-queries.ts'
export { insertDemoConsent } from './demo-people.ts'
export { eraseContact } from './erase-contact.ts'
export { getContact } from './get-contact.ts'
export { getServedPerson, requireServed } from './get-served-person.ts'
export { invitationRows } from './invitation-rows.ts'
export { listContacts } from './list-contacts.ts'
export { lockServed } from './lock-served.ts'
export { otherFacts } from './other-facts.ts'
export { publishContact } from './publish-contact.ts'
export { accessLog, type Reader, recordAccess, recordReading } from './record-access.ts'
export { checkConsentTerms, endConsent, giveConsentByLink } from './record-consent.ts'
