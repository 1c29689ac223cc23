/** What other features' screens may use of authenticators. */
export { authenticatorsQuery } from './authenticator-calls.ts'
export { AuthenticatorConfirm, RecoveryConfirm } from './factor-confirm.tsx'
export { consumeIntent, type FactorIntent } from './factor-intent.ts'
export { MfaRequirementSection } from './mfa-requirement-section.tsx'
export { RecoveryCodesSection } from './recovery-codes-section.tsx'
export { SecondFactorsSection } from './second-factors-section.tsx'
