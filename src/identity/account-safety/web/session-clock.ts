import { ApiError, api } from '#platform/web/api.ts'
import { watchUse } from '#platform/web/last-use.ts'
import { notifyOtherTabs, notifyTab, onSessionSignal } from '#platform/web/session-channel.ts'
import { forgetUser, knownUser, noteSignedOut, signedOut } from '#platform/web/session-user.ts'
import { hasUnsaved, watchUnsaved } from '#platform/web/unsaved.ts'
import type { SessionClock } from '../my-session.ts'
import { endImpersonation } from './end-impersonation.ts'

const PATH = '/api/authentication/session'
const quietly = { quiet: true, staysOn401: true }
const WARN_S = 120
const RETRY_S = 30
/** How often the server is told that a person is active on a screen that makes no calls. */
const KEEP_MS = 120_000

export type SessionState = { is: 'open' } | { is: 'ending'; endsAt: number; why: 'idle' | 'longest' } | { is: 'over' }

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401
const leave = (to: string) => {
  forgetUser()
  location.assign(to)
}

/**
 * Monitors the session's state by the server's clock, which all tabs query: two minutes before the end it warns,
 * afterwards the session is over. Typing and clicking count as activity.
 * @param show receives each state
 */
export function createSessionClock(show: (state: SessionState) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: SessionState = { is: 'open' }
  let hasAcceptedEnd = false
  let usedAt = Date.now()

  const set = (next: SessionState) => {
    state = next
    signedOut.isAsking = next.is === 'over'
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
    // D-HTTP-1: staying is only worthwhile if there is unsaved input.
    if (hasUnsaved()) return set({ is: 'over' })
    // Several calls that fail at once leave only once.
    state = { is: 'over' }
    noteSignedOut(location.pathname + location.search)
    leave('/')
  }
  const take = ({ accountId, idleSeconds, totalSeconds }: SessionClock) => {
    // A tab that was just opening when another one started an impersonation missed the event.
    if (accountId !== (knownUser()?.id ?? accountId)) return leave('/home/redirect')
    const why = totalSeconds < idleSeconds ? 'longest' : 'idle'
    const left = Math.min(idleSeconds, totalSeconds)
    // The impersonation banner shows its own end.
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
    watchUse(stop.signal)
    for (const kind of ['keydown', 'pointerdown'])
      document.addEventListener(kind, onUse, { capture: true, passive: true, signal: stop.signal })
    document.addEventListener('visibilitychange', onVisible, { signal: stop.signal })
    check()
    return () => {
      stop.abort()
      forget()
      signedOut.ask = null
      signedOut.isAsking = false
      clearTimeout(timer)
    }
  }
  return {
    start,
    check,
    keep,
    /** The session was renewed: the live stream and the other tabs continue. */
    renew: async () => {
      hasAcceptedEnd = false
      await check()
      notifyTab('kept')
      notifyOtherTabs('kept')
    },
    /** The maximum lifetime cannot be extended; its warning is shown once. */
    accept: () => {
      hasAcceptedEnd = true
      check()
    },
  }
}
