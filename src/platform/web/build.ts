const own = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content

let isOutdated = false
const listeners = new Set<() => void>()

/** Records which build the portal serves now, as its answers name it. */
export function noteBuild(served: string | null) {
  if (isOutdated || !served || !own || served === own) return
  isOutdated = true
  for (const tell of listeners) tell()
}

/** Whether the portal was updated since this page was opened. */
export const readOutdated = () => isOutdated
export function onOutdated(tell: () => void) {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}
