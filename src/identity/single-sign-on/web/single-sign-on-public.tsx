import type { SignInMethodParts } from '#identity/accounts/web/sign-in-method-public.ts'
import { SignOnConfirm } from './sign-on-confirm.tsx'
import { SignOnSection } from './sign-on-section.tsx'

/** What screens of all sign-in methods show of single sign-on. */
export const parts: SignInMethodParts = {
  Section: SignOnSection,
  // The person returns from the provider, and the section shows how that ended.
  isResuming: () => new URLSearchParams(location.search).has('signOn'),
  // The provider is another site: only from a page to return to, and it is no second factor.
  Confirm: ({ isHalfOpen, returnUrl }) =>
    isHalfOpen || returnUrl === undefined ? null : <SignOnConfirm returnUrl={returnUrl} />,
}
