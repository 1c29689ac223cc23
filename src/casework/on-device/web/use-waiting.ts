import { useCallback, useEffect, useRef, useState } from 'react'
import { listWaiting, onUnsent, sendWaiting, type Waiting } from '#casework/intakes/web/offline-public.ts'
import { onRetry } from '#platform/web/connection.ts'

const LOOK_MS = 30_000

/** The intakes that the portal refused in part or as a whole: they wait for their reader. */
export const refusedIntakes = ({ intakes }: Waiting) =>
  Object.entries(intakes).flatMap(([id, state]) => (state === 'refused' ? [id] : []))
/** How many intakes wait to be sent whole. */
export const intakesOf = (waiting: Waiting) => Object.keys(waiting.intakes).length - refusedIntakes(waiting).length
export const waits = (waiting: Waiting) => waiting.count > 0 || intakesOf(waiting) > 0

/** What waits on this device. It is sent when the screen opens, when the connection returns, and every half minute. */
export function useWaiting() {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [isSending, setSending] = useState(false)
  const looking = useRef(0)
  const look = useCallback(async () => {
    const turn = ++looking.current
    const found = await listWaiting()
    // A later look knows more.
    if (turn === looking.current) setWaiting(found)
    return found
  }, [])
  const send = useCallback(async () => {
    if (!waits(await look())) return
    setSending(true)
    await sendWaiting()
    setSending(false)
    await look()
  }, [look])
  useEffect(() => {
    void send()
    const stop = onRetry(() => void send())
    // The bar and the page of this device say the same, whichever of them sends.
    const stopListening = onUnsent(() => void look())
    const timer = setInterval(() => void send(), LOOK_MS)
    return () => {
      stop()
      stopListening()
      clearInterval(timer)
    }
  }, [send, look])
  return { waiting, isSending, send }
}
