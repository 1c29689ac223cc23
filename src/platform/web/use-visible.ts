import { useSyncExternalStore } from 'react'

const isVisible = () => document.visibilityState === 'visible'
function watch(tell: () => void) {
  document.addEventListener('visibilitychange', tell)
  return () => document.removeEventListener('visibilitychange', tell)
}

/** Whether the tab is visible, so that what it shows can be seen. */
export const useVisible = () => useSyncExternalStore(watch, isVisible)
