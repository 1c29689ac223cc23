import { ImpersonationBanner, SessionGuard, StepUp } from '#identity/account-safety/web/account-safety-public.tsx'
import { AppFrame, type NavigationItem } from '#platform/web/app-frame.tsx'

const guard = (
  <>
    <SessionGuard />
    <StepUp />
  </>
)

/** Around all signed-in screens: the main navigation, and the session guard. */
export const SignedInFrame = ({ items }: { items: NavigationItem[] }) => (
  <AppFrame items={items} above={<ImpersonationBanner />} guard={guard} />
)
