import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function watch(tell: () => void) {
  listeners.add(tell)
  timer ??= setInterval(() => {
    for (const listener of listeners) listener()
  }, MINUTE_MS)
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
const minute = () => Math.floor(Date.now() / MINUTE_MS)

/** Renders again every minute, for times in relative words; one timer for the whole tab. */
export const useMinute = () => useSyncExternalStore(watch, minute)
