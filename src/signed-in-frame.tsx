import { ImpersonationBanner, SessionGuard, StepUp } from '#identity/account-safety/web/account-safety-public.tsx'
import { AppFrame, type NavigationItem } from '#platform/web/app-frame.tsx'
import { signInMethods } from './features.web.ts'

const guard = (
  <>
    <SessionGuard methods={signInMethods} />
    <StepUp methods={signInMethods} />
  </>
)

/** Around all signed-in screens: the main navigation, and the session guard. */
export const SignedInFrame = ({ items }: { items: NavigationItem[] }) => (
  <AppFrame items={items} above={<ImpersonationBanner />} guard={guard} />
)
