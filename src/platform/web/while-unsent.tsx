import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { onRetry } from './connection.ts'
import { onKept } from './kept.ts'

/**
 * Shows a part once this device has something that was not sent. It is loaded before, as soon as the device keeps
 * something to work on without a connection, also while the screen is open: later may be too late. Without it, the
 * screen does without.
 */
export function WhileUnsent({ load }: { load: () => Promise<ComponentType> }) {
  const { pathname } = useLocation()
  const [Part, setPart] = useState<ComponentType | null>(null)
  useEffect(() => {
    const stop = onKept(() => void load().then(stop, () => undefined))
    return stop
  }, [load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: again on each screen
  useEffect(() => {
    if (Part) return
    let isGone = false
    const look = async () => {
      const { hasKept, hasUnsent } = await import('./offline.ts')
      if (!(await hasKept())) return
      const loaded = await load()
      if ((await hasUnsent()) && !isGone) setPart(() => loaded)
    }
    const attempt = () => void look().catch(() => undefined)
    attempt()
    const stop = onRetry(attempt)
    return () => {
      isGone = true
      stop()
    }
  }, [pathname, Part, load])
  return Part && <Part />
}
