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

/** Sets the tab's title to what the screen shows, if that differs from the title of its route. */
export function useScreenTitle(text: string) {
  useEffect(() => {
    change(text)
    return () => change(null)
  }, [text])
}
