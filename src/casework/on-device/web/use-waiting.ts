import { useCallback, useEffect, useState } from 'react'
import { onRetry } from '#platform/web/connection.ts'
import { listWaiting, sendWaiting, type Waiting } from './send-waiting.ts'

const LOOK_MS = 30_000

/** What waits on this device. It is sent when the screen opens, when the connection returns, and every half minute. */
export function useWaiting() {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [isSending, setSending] = useState(false)
  const send = useCallback(async () => {
    const before = await listWaiting()
    setWaiting(before)
    if (!before.count) return
    setSending(true)
    await sendWaiting()
    setSending(false)
    setWaiting(await listWaiting())
  }, [])
  useEffect(() => {
    void send()
    const stop = onRetry(() => void send())
    const timer = setInterval(() => void send(), LOOK_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [send])
  return { waiting, isSending, send }
}
