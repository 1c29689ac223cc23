/** Whether the portal can be reached, according to the browser and the last call. */
export type Connection = 'reached' | 'offline' | 'unreachable'

let isUnreachable = false
const listeners = new Set<() => void>()
const retries = new Set<() => void>()

export const getConnection = (): Connection => {
  if (navigator.onLine === false) return 'offline'
  return isUnreachable ? 'unreachable' : 'reached'
}

/** Records whether a call received any response. */
export function noteAnswer(came: boolean) {
  if (isUnreachable === !came) return
  isUnreachable = !came
  for (const listener of listeners) listener()
}

/** Checks whether the portal can be reached again, and then reloads what failed to load. */
export async function retryLoads() {
  const came = await fetch('/api/health/live', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  noteAnswer(came)
  if (came) for (const retry of retries) retry()
}
const retryUnreachable = () => isUnreachable && retryLoads()

export function onConnection(listener: () => void) {
  const stop = new AbortController()
  listeners.add(listener)
  for (const kind of ['offline', 'online']) window.addEventListener(kind, listener, { signal: stop.signal })
  window.addEventListener('online', retryUnreachable, { signal: stop.signal })
  return () => {
    stop.abort()
    listeners.delete(listener)
  }
}

/** Called when the reader asks for a retry, and when the browser is online again. */
export function onRetry(retry: () => void) {
  retries.add(retry)
  window.addEventListener('online', retry)
  return () => {
    window.removeEventListener('online', retry)
    retries.delete(retry)
  }
}
