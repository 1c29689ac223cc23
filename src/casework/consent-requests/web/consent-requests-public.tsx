/** Consents that were asked for by a link: on a person's record, and where a referral waits for one. */
export { AskConsent } from './ask-consent.tsx'
export { ConsentAsked } from './consent-asked.tsx'
export { PersonConsentRequests } from './person-consent-requests.tsx'
