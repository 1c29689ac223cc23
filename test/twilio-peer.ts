import { afterAll } from 'vitest'
import { startTwilioServer } from './twilio-server.ts'

/** Twilio's API on loopback for one test file; stops itself afterwards. */
export async function startTwilioPeer() {
  const peer = await startTwilioServer()
  afterAll(peer.stop)
  return peer
}
