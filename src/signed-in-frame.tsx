import { ImpersonationBanner, SessionGuard, StepUp } from '#identity/account-safety/web/account-safety-public.tsx'
import { AppFrame, type NavigationItem } from '#platform/web/app-frame.tsx'

const guard = (
  <>
    <SessionGuard />
    <StepUp />
  </>
)

/** Around every screen behind the sign-in: the main navigation, and what watches over the session. */
export const SignedInFrame = ({ items }: { items: NavigationItem[] }) => (
  <AppFrame items={items} above={<ImpersonationBanner />} guard={guard} />
)
