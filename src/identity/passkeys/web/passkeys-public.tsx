/** What other features' screens may use of passkeys. */
export { PasskeyConfirm } from './passkey-confirm.tsx'
export { PasskeySection } from './passkey-section.tsx'
