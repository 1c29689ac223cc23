const listeners = new Set<() => void>()

/** Called when this device has kept something that can be opened without a connection. */
export function onKept(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function noteKept() {
  for (const listener of listeners) listener()
}
