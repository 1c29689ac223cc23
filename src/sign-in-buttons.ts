import type { SignInButton } from '#identity/accounts/web/sign-in-method-public.ts'
import { passkeyButton } from '#identity/passkeys/web/passkey-button.ts'

/** The sign-in methods with a button on the front page, which loads this list but not features.web.ts. */
export const signInButtons: SignInButton[] = [passkeyButton]
