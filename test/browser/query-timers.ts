// Ends the timers of a page's cached reads with the page, as in a browser. Each would keep the whole page in memory for
// five minutes, and the hundreds of pages of a test run would take gigabytes.
import type { timeoutManager } from '@tanstack/react-query'

type Timer = ReturnType<typeof setTimeout>
const timers = new Set<Timer>()
const stop = (timer: number | Timer | undefined) => {
  timers.delete(timer as Timer)
  clearTimeout(timer)
}

/** @param manager of the library that the page loads */
export function followTimers(manager: typeof timeoutManager) {
  manager.setTimeoutProvider({
    setTimeout: (done, delay) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        done()
      }, delay)
      timers.add(timer)
      return timer
    },
    clearTimeout: stop,
    setInterval: (step, delay) => {
      const timer = setInterval(step, delay)
      timers.add(timer)
      return timer
    },
    clearInterval: stop,
  })
}

export function endTimers() {
  for (const timer of timers) stop(timer)
}
