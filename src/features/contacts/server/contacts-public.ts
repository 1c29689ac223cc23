/** What other features may use of the people served. */
export { listConsents, listConsentsShown } from './consent-queries.ts'
export type { ConsentUsers } from './consent-users.ts'
export { containing, findContactRow, listPhones } from './contact-queries.ts'
export { eraseContact, lockContact } from './erase-contact.ts'
export { needName } from './need-name.ts'
export { publishContact } from './publish-contact.ts'
export { recordAccess } from './record-access.ts'
