/** What other features may use of the people served. */
export { listConsents } from './consent-queries.ts'
export { containing, findContactRow, listPhones } from './contact-queries.ts'
export { needName } from './need-name.ts'
export { recordAccess } from './record-access.ts'
