/** What other features may use of what people ask for, and of what they see of their own record. */

export { correctionRows } from './correction-rows.ts'
export { askCorrection, eraseCorrections, lastCorrectionOn, listCorrections } from './corrections.ts'
export type { Whose } from './kept-records.ts'
export { listOwnConsentUses, withdrawOwnConsent } from './own-consents.ts'
export { readRecord } from './own-records.ts'
