/** What other features may use to send a referral. */
export { alsoForWords } from './also-for-words.ts'
export { ConsentGapNotice } from './consent-gap-notice.tsx'
export { IntakeNotice } from './intake-notice.tsx'
export { contactErrors } from './invited-contact.tsx'
export { type GivenOverride, overrideErrors } from './override-fields.tsx'
export { createReferral } from './referral-calls.ts'
export { refusalText, sentText } from './refusal-text.ts'
export { RefusedParts } from './refused-parts.tsx'
