/** Of consents, for those that are asked for by a link. */
export { ConsentTermsFields, ConsentTermsForm } from './consent-fields.tsx'
export { previewConsentText } from './consent-proof-fields.tsx'
export { ConsentTextBox } from './consent-text-box.tsx'
export { contactRecord } from './contact-calls.ts'
