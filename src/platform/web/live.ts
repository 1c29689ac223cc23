import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Something changed. Query keys begin with the type of what they hold: `['referral', …]`. */
interface Change {
  type: string
  subjectId: string
}

const take = (client: QueryClient, text: string) => {
  const { type } = JSON.parse(text) as Change
  client.invalidateQueries({ queryKey: [type] })
}

/**
 * Keeps what this tab shows up to date: one stream of events for the whole tab, resumed by the browser after a break.
 * Mount once, around the signed-in screens.
 */
export function useLiveEvents() {
  const client = useQueryClient()
  useEffect(() => {
    const stream = new EventSource('/api/event/stream')
    const onChange = (event: MessageEvent<string>) => take(client, event.data)
    const onReload = () => client.invalidateQueries()
    let wasLost = false
    stream.addEventListener('change', onChange)
    stream.addEventListener('reload', onReload)
    stream.addEventListener('error', () => {
      wasLost = true
    })
    stream.addEventListener('ready', () => {
      if (wasLost) onReload()
      wasLost = false
    })
    return () => stream.close()
  }, [client])
}
