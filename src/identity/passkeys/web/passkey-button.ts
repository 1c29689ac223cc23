import type { SignInButton } from '#identity/accounts/web/sign-in-method-public.ts'
import en from '../texts/button.en.json' with { type: 'json' }
import es from '../texts/button.es.json' with { type: 'json' }
import { worksHere } from './passkey-support.ts'

/** The button of the sign-in form. */
export const passkeyButton: SignInButton = {
  name: 'passkeys',
  label: { en: en.label, es: es.label },
  isOffered: worksHere,
  load: () => import('./passkey-sign-in.ts'),
}
