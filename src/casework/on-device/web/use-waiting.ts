import { useCallback, useEffect, useState } from 'react'
import { listWaiting, sendWaiting, type Waiting } from '#casework/intakes/web/offline-public.ts'
import { onRetry } from '#platform/web/connection.ts'

const LOOK_MS = 30_000

/** How many intakes wait to be sent whole; what the portal refused waits for its reader instead. */
export const intakesOf = ({ intakes }: Waiting) => Object.values(intakes).filter((state) => state !== 'refused').length
export const waits = (waiting: Waiting) => waiting.count > 0 || intakesOf(waiting) > 0

/** What waits on this device. It is sent when the screen opens, when the connection returns, and every half minute. */
export function useWaiting() {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [isSending, setSending] = useState(false)
  const send = useCallback(async () => {
    const before = await listWaiting()
    setWaiting(before)
    if (!waits(before)) return
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
