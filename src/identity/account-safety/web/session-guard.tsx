import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { SignInMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import { refreshUser } from '#platform/web/guards.ts'
import { onLiveChange } from '#platform/web/live.ts'
import { knownUser } from '#platform/web/session-user.ts'
import { useFocusReturn } from '#ui/focus-return.ts'
import { createSessionClock, type SessionState } from './session-clock.ts'

const EndingDialog = lazy(async () => ({ default: (await import('./ending-dialog.tsx')).EndingDialog }))
const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }))

/** So that signing in again in place uses an address that was changed meanwhile. */
function refreshOwnAccount({ type, subjectId }: { type: string; subjectId: string }) {
  if (type === 'portalAccount' && subjectId === knownUser()?.id) refreshUser().catch(() => undefined)
}

/**
 * Above the signed-in screens: warns before the session ends, and lets its owner sign in again without leaving the
 * screen.
 */
export function SessionGuard({ methods }: { methods: SignInMethod[] }) {
  const [state, setState] = useState<SessionState>({ is: 'open' })
  const clock = useRef<ReturnType<typeof createSessionClock>>(undefined)
  clock.current ??= createSessionClock(setState)
  const { start, check, keep, accept, renew } = clock.current
  useEffect(() => start(), [start])
  useEffect(() => onLiveChange(refreshOwnAccount), [])
  if (state.is === 'open') return null
  return (
    <Interruption>
      {state.is === 'ending' ? (
        <EndingDialog endsAt={state.endsAt} why={state.why} onOver={check} onStay={keep} onAccept={accept} />
      ) : (
        <SignInAgain methods={methods} onDone={renew} />
      )}
    </Interruption>
  )
}

/** The warning may be followed by the sign-in: only what had the focus before both can get it back. */
function Interruption({ children }: { children: ReactNode }) {
  useFocusReturn()
  return <Suspense fallback={null}>{children}</Suspense>
}
