import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notifyTab, onSessionSignal } from './session-channel.ts'

/** Something changed. Query keys begin with the type of what they hold: `['referral', …]`. */
interface Change {
  type: string
  subjectId: string
}

const listeners = new Set<(change: Change) => void>()
/** Hears of each change by itself, for screens that take in single records instead of asking for all anew. */
export function onLiveChange(listener: (change: Change) => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

// Changes that come together, as of many tickets at once, make what they are about old once.
const old = new Set<string>()
function makeOld(client: QueryClient, type: string) {
  if (old.size === 0)
    setTimeout(() => {
      const types = [...old]
      old.clear()
      for (const queryKey of types) client.invalidateQueries({ queryKey: [queryKey] })
    }, 20)
  old.add(type)
}

const take = (client: QueryClient, text: string) => {
  const change = JSON.parse(text) as Change
  const { type } = change
  makeOld(client, type)
  for (const tell of listeners) tell(change)
  if (type === 'session') notifyTab('ended')
}

/**
 * Keeps what this tab shows up to date: one stream of events for the whole tab, resumed by the browser after a break.
 * Mount once, around the signed-in screens.
 */
export function useLiveEvents() {
  const client = useQueryClient()
  useEffect(() => {
    let stream = open(client)
    // A stream that was refused does not come back by itself.
    const forget = onSessionSignal((signal) => {
      if (signal !== 'kept' || stream.readyState !== EventSource.CLOSED) return
      stream = open(client)
      client.invalidateQueries()
    })
    // The tab that somebody looks at is the one that counts.
    const onVisible = () => {
      if (document.hidden || stream.readyState !== EventSource.CLOSED) return
      stream = open(client)
      client.invalidateQueries()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      forget()
      stream.close()
    }
  }, [client])
}

function open(client: QueryClient) {
  const stream = new EventSource('/api/event/stream')
  const onReload = () => client.invalidateQueries()
  let wasLost = false
  stream.addEventListener('change', (event: MessageEvent<string>) => take(client, event.data))
  stream.addEventListener('reload', onReload)
  // Too many tabs of one account: coming back by itself, this one would only close the next.
  stream.addEventListener('full', () => stream.close())
  stream.addEventListener('error', () => {
    wasLost = true
    if (stream.readyState === EventSource.CLOSED) notifyTab('check')
  })
  stream.addEventListener('ready', () => {
    if (wasLost) onReload()
    wasLost = false
  })
  return stream
}
