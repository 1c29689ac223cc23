import { ApiError, api } from '#platform/web/api.ts'
import { notifyOtherTabs, notifyTab, onSessionSignal } from '#platform/web/session-channel.ts'
import { forgetUser, knownUser, noteSignedOut, signedOut } from '#platform/web/session-user.ts'
import { hasUnsaved, watchUnsaved } from '#platform/web/unsaved.ts'
import type { SessionClock } from '../my-session.ts'
import { endImpersonation } from './end-impersonation.ts'

const PATH = '/api/authentication/session'
const quietly = { quiet: true, staysOn401: true }
const WARN_S = 120
const RETRY_S = 30
/** While somebody works on a screen without asking the server, it is told so this often. */
const KEEP_MS = 120_000

export type SessionState = { is: 'open' } | { is: 'ending'; endsAt: number; why: 'idle' | 'longest' } | { is: 'over' }

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401
const leave = (to: string) => {
  forgetUser()
  location.assign(to)
}

/**
 * Watches how the session stands. The server's clock counts, and all tabs ask it: two minutes before the end there is a
 * warning, after it the session is over. Typing and pressing count as use.
 * @param show is told of each state
 */
export function createSessionClock(show: (state: SessionState) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: SessionState = { is: 'open' }
  let hasAcceptedEnd = false
  let usedAt = Date.now()

  const set = (next: SessionState) => {
    state = next
    show(next)
  }
  const later = (seconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(check, seconds * 1000 + 500)
  }
  const over = () => {
    clearTimeout(timer)
    if (knownUser()?.impersonation) return endImpersonation()
    if (state.is === 'over') return
    // D-HTTP-1: only what was typed is worth staying for.
    if (hasUnsaved()) return set({ is: 'over' })
    // Calls that fail at the same time leave once.
    state = { is: 'over' }
    noteSignedOut(location.pathname + location.search)
    leave('/')
  }
  const take = ({ accountId, idleSeconds, totalSeconds }: SessionClock) => {
    // A tab that was just opening when another one began to act as somebody did not hear of it.
    if (accountId !== (knownUser()?.id ?? accountId)) return leave('/home/redirect')
    const why = totalSeconds < idleSeconds ? 'longest' : 'idle'
    const left = Math.min(idleSeconds, totalSeconds)
    // The banner of who acts as somebody else shows its own end.
    const needsNoWarning = why === 'longest' && (hasAcceptedEnd || Boolean(knownUser()?.impersonation))
    clearTimeout(timer)
    if (left <= WARN_S && !needsNoWarning) return set({ is: 'ending', endsAt: Date.now() + left * 1000, why })
    set({ is: 'open' })
    later(needsNoWarning ? left : left - WARN_S)
  }
  const ask = async (call: Promise<SessionClock>) => {
    try {
      take(await call)
      return true
    } catch (error) {
      if (isSignedOut(error)) over()
      else later(RETRY_S)
      return false
    }
  }
  const check = () => ask(api.get<SessionClock>(PATH, quietly))
  const keep = async () => {
    usedAt = Date.now()
    if (await ask(api.post<SessionClock>(PATH, undefined, quietly))) notifyOtherTabs('kept')
  }
  const onUse = () => {
    if (state.is === 'open' && Date.now() - usedAt >= KEEP_MS) keep()
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible' && state.is !== 'over') check()
  }
  const start = () => {
    const stop = new AbortController()
    const forget = onSessionSignal((signal) => {
      if (signal === 'kept' || signal === 'check' || signal === 'ended') check()
      else if (signal === 'signed-out' && hasUnsaved()) over()
      else leave(signal === 'signed-out' ? '/' : '/home/redirect')
    })
    signedOut.ask = over
    watchUnsaved(stop.signal)
    for (const kind of ['keydown', 'pointerdown'])
      document.addEventListener(kind, onUse, { capture: true, passive: true, signal: stop.signal })
    document.addEventListener('visibilitychange', onVisible, { signal: stop.signal })
    check()
    return () => {
      stop.abort()
      forget()
      signedOut.ask = null
      clearTimeout(timer)
    }
  }
  return {
    start,
    check,
    keep,
    /** The session was signed in anew: the live stream and the other tabs go on. */
    renew: async () => {
      hasAcceptedEnd = false
      await check()
      notifyTab('kept')
      notifyOtherTabs('kept')
    },
    /** The longest time cannot be lengthened; its warning is shown once. */
    accept: () => {
      hasAcceptedEnd = true
      check()
    },
  }
}
