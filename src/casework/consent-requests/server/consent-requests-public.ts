/** What other features may use of consents that are asked for by a link. */
export { eraseConsentRequests, lastConsentRequestOn, listRequestsOf } from './consent-request-queries.ts'
export { consentRequestRows } from './consent-request-rows.ts'
