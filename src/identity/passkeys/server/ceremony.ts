import type { Config } from '#platform/server/config.ts'
import { passkeyOrigin } from '#platform/server/passkey-origin.ts'
import { problem } from '#platform/server/problem.ts'

/**
 * Who this portal is to an authenticator: the origin that a passkey is used on, and the name that it is bound to.
 * @throws problem not-found where passkeys cannot work
 */
export function getRelyingParty(config: Pick<Config, 'publicUrl'>) {
  const origin = passkeyOrigin(config.publicUrl)
  if (!origin) throw problem('not-found')
  return { origin, id: new URL(origin).hostname }
}

/** The challenge that a browser's answer says it answers; null for what is no answer. */
export function challengeOf(clientDataJson: string): string | null {
  try {
    const data = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8')) as { challenge?: unknown }
    return typeof data?.challenge === 'string' ? data.challenge : null
  } catch {
    return null
  }
}
