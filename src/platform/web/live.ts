import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onSessionSignal, tellTab } from './session-channel.ts'

/** Something changed. Query keys begin with the type of what they hold: `['referral', …]`. */
interface Change {
  type: string
  subjectId: string
}

const take = (client: QueryClient, text: string) => {
  const { type } = JSON.parse(text) as Change
  client.invalidateQueries({ queryKey: [type] })
  if (type === 'session') tellTab('ended')
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
    return () => {
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
  stream.addEventListener('error', () => {
    wasLost = true
    if (stream.readyState === EventSource.CLOSED) tellTab('check')
  })
  stream.addEventListener('ready', () => {
    if (wasLost) onReload()
    wasLost = false
  })
  return stream
}
