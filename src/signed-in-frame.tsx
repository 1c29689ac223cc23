import { ImpersonationBanner, SessionGuard, StepUp } from '#identity/account-safety/web/account-safety-public.tsx'
import { AppFrame, type NavigationItem } from '#platform/web/app-frame.tsx'
import { loadTexts } from '#platform/web/texts.ts'
import { WhileUnsent } from '#platform/web/while-unsent.tsx'
import { signInMethods } from './features.web.ts'
import { sendUnsent } from './send-unsent.ts'

/**
 * Behind the screen: its texts and its parts are not needed to show it. The question before logging out comes with it:
 * it must open without a connection.
 */
async function loadWaitingBar() {
  const [{ WaitingBar }] = await Promise.all([
    import('#casework/on-device/web/waiting-bar-public.tsx'),
    loadTexts('on-device'),
    import('#platform/web/unsent-dialog.tsx'),
  ])
  return WaitingBar
}
const above = (
  <>
    <ImpersonationBanner />
    <WhileUnsent load={loadWaitingBar} />
  </>
)

const guard = (
  <>
    <SessionGuard methods={signInMethods} />
    <StepUp methods={signInMethods} />
  </>
)

/** Around all signed-in screens: the main navigation, and the session guard. */
export const SignedInFrame = ({ items }: { items: NavigationItem[] }) => (
  <AppFrame {...{ items, above, guard, sendUnsent }} />
)
