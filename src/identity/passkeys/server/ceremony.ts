import type { Config } from '#platform/server/config.ts'
import { passkeyOrigin } from '#platform/server/passkey-origin.ts'
import { problem } from '#platform/server/problem.ts'

/**
 * The relying party: the origin where passkeys are used, and the domain that they are bound to.
 * @throws problem not-found if passkeys cannot work
 */
export function getRelyingParty(config: Pick<Config, 'publicUrl'>) {
  const origin = passkeyOrigin(config.publicUrl)
  if (!origin) throw problem('not-found')
  return { origin, id: new URL(origin).hostname }
}

/** The challenge in a browser's response; null if the response is invalid. */
export function challengeOf(clientDataJson: string): string | null {
  try {
    const data = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8')) as { challenge?: unknown }
    return typeof data?.challenge === 'string' ? data.challenge : null
  } catch {
    return null
  }
}
