import type { SignInMethodParts } from '#identity/accounts/web/sign-in-method-public.ts'
import { PasskeyConfirm } from './passkey-confirm.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { PasskeySignInAgain } from './passkey-sign-in-again.tsx'

/** What screens of all sign-in methods show of passkeys. */
export const parts: SignInMethodParts = {
  Section: PasskeySection,
  SignInAgain: PasskeySignInAgain,
  Confirm: PasskeyConfirm,
}
