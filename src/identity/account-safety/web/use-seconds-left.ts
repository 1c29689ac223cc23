import { useEffect, useState } from 'react'

/**
 * Seconds until a moment of this machine's clock, updated every second; null if there is none. `onOver` is called once.
 */
export function useSecondsLeft(endsAt: number | null, onOver: () => void) {
  const left = () => (endsAt === null ? null : Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)))
  const [, tick] = useState(0)
  useEffect(() => {
    if (endsAt === null) return
    const timer = setInterval(() => {
      tick((n) => n + 1)
      if (Date.now() < endsAt) return
      clearInterval(timer)
      onOver()
    }, 1000)
    return () => clearInterval(timer)
  }, [endsAt, onOver])
  return left()
}
