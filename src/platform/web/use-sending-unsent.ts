import { useState } from 'react'
import { ApiError } from './api.ts'
import { retryLoads } from './connection.ts'
import { currentUser, refreshUser } from './guards.ts'
import { hasUnsent } from './offline.ts'
import { signedOut } from './session-user.ts'

/** Time for a screen that is open to send what was typed in it. */
const PATIENCE_MS = 3000
const LOOK_MS = 200

async function isAllSent() {
  for (const end = Date.now() + PATIENCE_MS; await hasUnsent(); ) {
    // The screen asks for a sign-in: until then, nothing can be sent.
    if (Date.now() > end || signedOut.isAsking) return false
    await new Promise((done) => setTimeout(done, LOOK_MS))
  }
  return true
}

/** Whether the server knows of no session; without an answer, nobody can say. */
const isSessionOver = () =>
  refreshUser().then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status === 401,
  )

/**
 * Sends what this device did not send yet, before a sign-out deletes it. `left`: why something could not be sent;
 * `signed-out`, the session has ended.
 *
 * @param onSent called once nothing is left
 */
export function useSendingUnsent(sendUnsent: () => Promise<void>, onSent: () => unknown) {
  const [isSending, setSending] = useState(false)
  const [left, setLeft] = useState<'unsent' | 'signed-out' | null>(null)
  const send = async () => {
    setSending(true)
    setLeft(null)
    // Only the owner's answers are sent, and the screen that is open sends its own.
    await currentUser()
      .then(() => Promise.all([retryLoads(), sendUnsent()]))
      .catch(() => undefined)
    if (await isAllSent()) return onSent()
    setLeft((await isSessionOver()) ? 'signed-out' : 'unsent')
    setSending(false)
  }
  /** Asks for a sign-in in place, or at the front page; the home screen then sends what waits. */
  const signIn = () => refreshUser({ asksAgain: true }).then(send, () => undefined)
  return { send, signIn, isSending, left }
}
