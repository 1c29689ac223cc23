import { useState } from 'react'
import { retryLoads } from './connection.ts'
import { currentUser } from './guards.ts'
import { hasUnsent } from './offline.ts'

/** Time for a screen that is open to send what was typed in it. */
const PATIENCE_MS = 3000
const LOOK_MS = 200

async function isAllSent() {
  for (const end = Date.now() + PATIENCE_MS; await hasUnsent(); ) {
    if (Date.now() > end) return false
    await new Promise((done) => setTimeout(done, LOOK_MS))
  }
  return true
}

/**
 * Sends what this device did not send yet, before a sign-out deletes it. `isLeft`: something could not be sent.
 * @param onSent called once nothing is left
 */
export function useSendingUnsent(sendUnsent: () => Promise<void>, onSent: () => unknown) {
  const [isSending, setSending] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const send = async () => {
    setSending(true)
    setLeft(false)
    // Only the owner's answers are sent, and the screen that is open sends its own.
    await currentUser()
      .then(() => Promise.all([retryLoads(), sendUnsent()]))
      .catch(() => undefined)
    if (await isAllSent()) return onSent()
    setLeft(true)
    setSending(false)
  }
  return { send, isSending, isLeft }
}
