/** What other features' screens may show of the legal texts. */
export { ConfidentialityAgreement } from './confidentiality-agreement.tsx'
