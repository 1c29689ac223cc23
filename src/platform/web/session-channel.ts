/**
 * Messages between the tabs of one browser about their shared session.
 * - `kept`: it was used or renewed; `check`: it may have ended
 * - `ended`: ended intentionally elsewhere; `signed-out`: signed out here; `user-changed`: it now belongs to another
 *   account
 */
export type SessionSignal = 'kept' | 'check' | 'ended' | 'signed-out' | 'user-changed'

const channel = new BroadcastChannel('session')
const listeners = new Set<(signal: SessionSignal) => void>()
const hear = (signal: SessionSignal) => {
  for (const listener of listeners) listener(signal)
}
channel.onmessage = (event: MessageEvent<SessionSignal>) => hear(event.data)

export const notifyTab = hear
export const notifyOtherTabs = (signal: SessionSignal) => channel.postMessage(signal)
export function onSessionSignal(listener: (signal: SessionSignal) => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
