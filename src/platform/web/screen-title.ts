import { useEffect } from 'react'

let title: string | null = null
const listeners = new Set<() => void>()
const change = (next: string | null) => {
  title = next
  for (const tell of listeners) tell()
}

export const readScreenTitle = () => title
export function onScreenTitle(tell: () => void) {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** Names the tab after what the screen shows, where that is not what its route is called. */
export function useScreenTitle(text: string) {
  useEffect(() => {
    change(text)
    return () => change(null)
  }, [text])
}
