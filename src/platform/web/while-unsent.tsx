import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Shows its children, and loads what they need, only once this device has something that was not sent. */
export function WhileUnsent({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [isUnsent, setUnsent] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: again on each screen
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const { hasUnsent } = await import('./offline.ts')
      if ((await hasUnsent()) && !isGone) setUnsent(true)
    }
    look().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [pathname])
  return isUnsent ? <Suspense fallback={null}>{children}</Suspense> : null
}
