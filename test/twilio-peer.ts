import { afterAll } from 'vitest'
import { startTwilioServer } from './twilio-server.ts'

/** Twilio's API on loopback for one test file; ends itself after it. */
export async function startTwilioPeer() {
  const peer = await startTwilioServer()
  afterAll(peer.stop)
  return peer
}
